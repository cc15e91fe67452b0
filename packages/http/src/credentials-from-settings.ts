import {
  type ApiKey,
  type ApiKeys,
  type KeyPair,
  type Quota,
  SHORTEST_SAFE,
  retentionDaysOf,
} from '@sluice/credentials';
import { type Field, LARGEST_SECRET, type Logger, type Metrics, type SettingFiles } from '@sluice/runtime';
import { watchCredentialExpiry } from './credential-expiry';
import { type Credentials, createCredentials } from './credentials';
import { type CredentialSettings, credentialFields } from './http-settings';

export interface CredentialsFromSettingsOptions {
  readonly settings: CredentialSettings;
  /** Generated credentials, accepted in addition to those of the settings. */
  readonly generated?: (KeyPair & { readonly bearerToken: string }) | undefined;
  readonly files: SettingFiles;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Credentials that are updated from their files. */
export interface FollowedCredentials extends Credentials {
  /** See `retentionDaysOf`. */
  readonly retentionDays: () => ReadonlyMap<string, number>;
  /** Returns the quota of the default project; undefined: no limit. */
  readonly projectQuota: () => Quota | undefined;
}

/**
 * Credentials of the settings. Tokens and pairs in files are reloaded when the files change: each request is checked against their current
 * contents, so that a credential is valid from the second in which it was added to the second in which it was removed. Credentials that can
 * be guessed are accepted, with a warning.
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
    projectQuota: () => apiKeys.projects.get(projectId)?.quota,
  };
}

const isShortSecret = ({ length }: string): boolean => length < SHORTEST_SAFE;

/** Adds the quota of its project to a key. The project PROJECT_ID is the default one, which has no name within the service. */
function inProject({ project = '', ...key }: ApiKey, { projects }: ApiKeys, projectId: string): ApiKey {
  const isDefault = project === '' || project === projectId;
  const quota = projects.get(isDefault ? projectId : project)?.quota;
  return { ...key, ...(!isDefault && { project }), ...(quota !== undefined && { projectQuota: quota }) };
}

/** Source of credentials of one kind: those in the settings, and the file with others that is followed. */
interface Source<T> {
  readonly path: string | undefined;
  readonly value: T;
  /** Counts those that could be guessed. */
  readonly countShort: (value: T) => number;
  /** Reports further facts about them, with the name of their setting. */
  readonly tell?: (setting: string, value: T) => void;
  readonly take: (value: T) => void;
}
