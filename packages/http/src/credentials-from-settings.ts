import { type ApiKey, type KeyPair, SHORTEST_SAFE } from '@sluice/credentials';
import { type Field, LARGEST_SECRET, type Logger, type SettingFiles } from '@sluice/runtime';
import { type Credentials, createCredentials } from './credentials';
import { type CredentialSettings, credentialFields } from './http-settings';

export interface CredentialsFromSettingsOptions {
  readonly settings: CredentialSettings;
  /** Accepted beside those of the settings. */
  readonly generated?: (KeyPair & { readonly bearerToken: string }) | undefined;
  readonly files: SettingFiles;
  readonly logger: Logger;
}

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
  const { projectId, publicKey, secretKey, bearerTokensFile, apiKeysFile } = settings;
  const pair = publicKey === undefined || secretKey === undefined ? [] : [{ publicKey, secretKey }];
  let { bearerTokens, apiKeys } = settings;
  const made = () =>
    createCredentials({
      bearerTokens: [...(generated === undefined ? [] : [generated.bearerToken]), ...bearerTokens],
      keyPairs: [...(generated === undefined ? [] : [generated]), ...pair],
      apiKeys: apiKeys.map((key) => inProject(key, projectId)),
    });
  let accepted = made();
  const warnOfShort = (setting: string, number: number): void => {
    if (number === 0) return;
    logger.warn(
      `credentials are shorter than ${SHORTEST_SAFE} characters, so they could be guessed: make others, for instance with openssl rand -hex 24`,
      { setting, number },
    );
  };
  const follow = async <T>(list: Field<readonly T[]>, source: Source<T>): Promise<void> => {
    const { path, values, isShort, take } = source;
    const warn = (setting: string, of: readonly T[]) => warnOfShort(setting, of.filter(isShort).length);
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
  await follow(credentialFields.bearerTokens, {
    path: bearerTokensFile,
    values: bearerTokens,
    isShort: isShortSecret,
    take: (fresh) => (bearerTokens = fresh),
  });
  if (secretKey !== undefined) warnOfShort(credentialFields.secretKey.name, Number(isShortSecret(secretKey)));
  await follow(credentialFields.apiKeys, {
    path: apiKeysFile,
    values: apiKeys,
    isShort: ({ isShort = false }) => isShort,
    take: (fresh) => (apiKeys = fresh),
  });
  return { identify: (authorization) => accepted.identify(authorization) };
}

const isShortSecret = ({ length }: string): boolean => length < SHORTEST_SAFE;

/** The project of PROJECT_ID is the one that has no name below the edge. */
function inProject(key: ApiKey, projectId: string): ApiKey {
  if (key.project !== projectId) return key;
  const { project: _, ...others } = key;
  return others;
}

/** Credentials of one kind: those that the settings hold, and the file that is followed for others. */
interface Source<T> {
  readonly path: string | undefined;
  readonly values: readonly T[];
  readonly isShort: (value: T) => boolean;
  readonly take: (values: readonly T[]) => void;
}
