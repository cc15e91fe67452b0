import { type Field, LARGEST_SECRET, type Logger, type SettingFiles } from '@sluice/runtime';
import { type Credentials, type KeyPair, createCredentials } from './credentials';
import { type CredentialSettings, credentialFields } from './http-settings';

export interface CredentialsFromSettingsOptions {
  readonly settings: CredentialSettings;
  /** Accepted beside those of the settings. */
  readonly generated?: (KeyPair & { readonly bearerToken: string }) | undefined;
  readonly files: SettingFiles;
  readonly logger: Logger;
}

/** Random letters and digits of this length have more than 90 bits; shorter ones are mostly words. */
const SHORTEST_SAFE = 16;

/**
 * The credentials of the settings. Tokens and pairs that came in files follow their files: each request is checked
 * against what they hold at the time, so that a credential works from the second in which it was added to the second in
 * which it was removed. Those that can be guessed are used, and warned of.
 */
export async function credentialsFromSettings({
  settings,
  generated,
  files,
  logger,
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
  const warnOfShort = (setting: string, secrets: readonly string[]): void => {
    const number = secrets.filter(({ length }) => length < SHORTEST_SAFE).length;
    if (number === 0) return;
    logger.warn(
      `credentials are shorter than ${SHORTEST_SAFE} characters, so they could be guessed: make others, for instance with openssl rand -hex 24`,
      { setting, number },
    );
  };
  const follow = async <T>(list: Field<readonly T[]>, source: Source<T>): Promise<void> => {
    const { path, values, secretOf, take } = source;
    const warn = (setting: string, of: readonly T[]) => warnOfShort(setting, of.map(secretOf));
    if (path === undefined) {
      warn(list.name, values);
      return;
    }
    const setting = `${list.name}_FILE`;
    const use = (fresh: readonly T[]) => {
      take(fresh);
      accepted = made();
      warn(setting, fresh);
    };
    const read = (text: string) => list.read(text);
    await files.follow({ setting, path, maxBytes: LARGEST_SECRET, read, use });
  };
  const tokens = { path: bearerTokensFile, values: bearerTokens, secretOf: (token: string) => token };
  await follow(credentialFields.bearerTokens, { ...tokens, take: (fresh) => (bearerTokens = fresh) });
  if (secretKey !== undefined) warnOfShort(credentialFields.secretKey.name, [secretKey]);
  const pairs = { path: keyPairsFile, values: keyPairs, secretOf: (of: KeyPair) => of.secretKey };
  await follow(credentialFields.keyPairs, { ...pairs, take: (fresh) => (keyPairs = fresh) });
  return { identify: (authorization) => accepted.identify(authorization) };
}

/** Credentials of one kind: those that the settings hold, and the file that is followed for others. */
interface Source<T> {
  readonly path: string | undefined;
  readonly values: readonly T[];
  readonly secretOf: (value: T) => string;
  readonly take: (values: readonly T[]) => void;
}
