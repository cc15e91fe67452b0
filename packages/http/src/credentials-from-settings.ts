import { type Field, LARGEST_SECRET, type SettingFiles } from '@sluice/runtime';
import { type Credentials, type KeyPair, createCredentials } from './credentials';
import { type CredentialSettings, credentialFields } from './http-settings';

export interface CredentialsFromSettingsOptions {
  readonly settings: CredentialSettings;
  /** Accepted beside those of the settings. */
  readonly generated?: (KeyPair & { readonly bearerToken: string }) | undefined;
  readonly files: SettingFiles;
}

/**
 * The credentials of the settings. Tokens and pairs that came in files follow their files: each request is checked
 * against what they hold at the time, so that a credential works from the second in which it was added to the second in
 * which it was removed.
 */
export async function credentialsFromSettings({
  settings,
  generated,
  files,
}: CredentialsFromSettingsOptions): Promise<Credentials> {
  const { publicKey, secretKey, bearerTokensFile, keyPairsFile } = settings;
  const pair = publicKey === undefined || secretKey === undefined ? [] : [{ publicKey, secretKey }];
  let { bearerTokens, keyPairs } = settings;
  const made = () =>
    createCredentials({
      bearerTokens: [...(generated === undefined ? [] : [generated.bearerToken]), ...bearerTokens],
      keyPairs: [...(generated === undefined ? [] : [generated]), ...pair, ...keyPairs],
    });
  let accepted = made();
  const follow = async <T>(list: Field<T>, path: string | undefined, take: (values: T) => void): Promise<void> => {
    if (path === undefined) return;
    const use = (values: T) => {
      take(values);
      accepted = made();
    };
    const read = (text: string) => list.read(text);
    await files.follow({ setting: `${list.name}_FILE`, path, maxBytes: LARGEST_SECRET, read, use });
  };
  await follow(credentialFields.bearerTokens, bearerTokensFile, (tokens) => (bearerTokens = tokens));
  await follow(credentialFields.keyPairs, keyPairsFile, (pairs) => (keyPairs = pairs));
  return { identify: (authorization) => accepted.identify(authorization) };
}
