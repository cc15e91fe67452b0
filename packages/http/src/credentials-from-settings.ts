import { type ApiKey, type ApiKeys, type KeyPair, SHORTEST_SAFE, retentionDaysOf } from '@sluice/credentials';
import { type Field, LARGEST_SECRET, type Logger, type Metrics, type SettingFiles } from '@sluice/runtime';
import { watchCredentialExpiry } from './credential-expiry';
import { type Credentials, createCredentials } from './credentials';
import { type CredentialSettings, credentialFields } from './http-settings';

export interface CredentialsFromSettingsOptions {
  readonly settings: CredentialSettings;
  /** Accepted beside those of the settings. */
  readonly generated?: (KeyPair & { readonly bearerToken: string }) | undefined;
  readonly files: SettingFiles;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Credentials that follow their files. */
export interface FollowedCredentials extends Credentials {
  /** See `retentionDaysOf`. */
  readonly retentionDays: () => ReadonlyMap<string, number>;
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
  metrics,
  logger,
}: CredentialsFromSettingsOptions): Promise<FollowedCredentials> {
  const { projectId, publicKey, secretKey, bearerTokensFile, apiKeysFile } = settings;
  const pair = publicKey === undefined || secretKey === undefined ? [] : [{ publicKey, secretKey }];
  let { bearerTokens, apiKeys } = settings;
  const made = () =>
    createCredentials({
      bearerTokens: [...(generated === undefined ? [] : [generated.bearerToken]), ...bearerTokens],
      keyPairs: [...(generated === undefined ? [] : [generated]), ...pair],
      apiKeys: apiKeys.keys.map((key) => inProject(key, apiKeys, projectId)),
      projectQuota: apiKeys.projects.get(projectId)?.quota,
    });
  let accepted = made();
  const warnOfShort = (setting: string, number: number): void => {
    if (number === 0) return;
    logger.warn(
      `credentials are shorter than ${SHORTEST_SAFE} characters, so they could be guessed: make others, for instance with openssl rand -hex 24`,
      { setting, number },
    );
  };
  const follow = async <T>(field: Field<T>, { path, value, countShort, tell, take }: Source<T>): Promise<void> => {
    if (path === undefined) {
      warnOfShort(field.name, countShort(value));
      tell?.(field.name, value);
      return;
    }
    const setting = `${field.name}_FILE`;
    const use = (fresh: T) => {
      take(fresh);
      accepted = made();
      warnOfShort(setting, countShort(fresh));
      tell?.(setting, fresh);
    };
    const read = (text: string) => field.read(text);
    await files.follow({ setting, path, maxBytes: LARGEST_SECRET, read, use });
  };
  await follow(credentialFields.bearerTokens, {
    path: bearerTokensFile,
    value: bearerTokens,
    countShort: (tokens) => tokens.filter(isShortSecret).length,
    take: (fresh) => (bearerTokens = fresh),
  });
  if (secretKey !== undefined) warnOfShort(credentialFields.secretKey.name, Number(isShortSecret(secretKey)));
  const tellExpiry = watchCredentialExpiry({ metrics, logger });
  await follow(credentialFields.apiKeys, {
    path: apiKeysFile,
    value: apiKeys,
    countShort: ({ keys }) => keys.filter(({ isShort }) => isShort === true).length,
    tell: (setting, { keys }) => tellExpiry(setting, keys),
    take: (fresh) => (apiKeys = fresh),
  });
  return {
    identify: (authorization) => accepted.identify(authorization),
    retentionDays: () => retentionDaysOf(apiKeys.projects, projectId),
  };
}

const isShortSecret = ({ length }: string): boolean => length < SHORTEST_SAFE;

/** With the quota of its project. That of PROJECT_ID is the one that has no name below the edge. */
function inProject({ project = '', ...key }: ApiKey, { projects }: ApiKeys, projectId: string): ApiKey {
  const isDefault = project === '' || project === projectId;
  const quota = projects.get(isDefault ? projectId : project)?.quota;
  return { ...key, ...(!isDefault && { project }), ...(quota !== undefined && { projectQuota: quota }) };
}

/** Credentials of one kind: those that the settings hold, and the file that is followed for others. */
interface Source<T> {
  readonly path: string | undefined;
  readonly value: T;
  /** How many of them could be guessed. */
  readonly countShort: (value: T) => number;
  /** Tells what there is to know of them besides, by the setting they came in. */
  readonly tell?: (setting: string, value: T) => void;
  readonly take: (value: T) => void;
}
