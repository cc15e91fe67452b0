import { randomBytes } from 'node:crypto';
import { type Stats, constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MADE_CREDENTIALS, isSendable } from '@sluice/credentials';
import { type Logger, SettingsError } from '@sluice/runtime';
import type { StandaloneSettings } from './config';

/** Credentials that were made on the first start and stored. */
export interface StoredCredentials {
  /** Absolute path of their file. */
  readonly path: string;
  readonly bearerToken: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/**
 * Returns the stored credentials that this start accepts. In addition to API_KEYS and API_KEYS_FILE those of an embedded database stay
 * valid, and the log names them: a second project excludes no client. A token or pair of the settings replaces them; with DATABASE_URL so
 * does API_KEYS.
 * @returns undefined if the settings replace them, or `sluice keys end-made` has ended them
 * @throws SettingsError as `storedCredentials`
 */
export async function credentialsOfDataDir(
  { bearerTokens, publicKey, apiKeys, databaseUrl, dataDir }: StandaloneSettings,
  logger: Logger,
): Promise<StoredCredentials | undefined> {
  if (bearerTokens.length > 0 || publicKey !== undefined) return undefined;
  if (apiKeys.keys.length === 0) return storedCredentials(dataDir);
  const kept = databaseUrl === undefined ? await keptCredentials(dataDir) : undefined;
  if (kept !== undefined) {
    logger.warn(
      'credentials of the first start are accepted beside API_KEYS or API_KEYS_FILE: node services/cli/dist/main.js keys end-made ends them',
      { credentials: kept.path },
    );
  }
  return kept;
}

/**
 * Reads `credentials.json` of the data folder; creates it on the first start. Only the owner can read the file. It is read once:
 * credentials that change while the process runs belong into API_BEARER_TOKEN_FILE or API_KEYS_FILE.
 * @throws SettingsError that names the file if it cannot be read or created, or does not contain the three texts
 */
export async function storedCredentials(dataDir: string): Promise<StoredCredentials> {
  const path = resolve(dataDir, MADE_CREDENTIALS);
  return withAdvice(path, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const text = await readIfPresent(path);
    if (text === undefined) await makeCredentials(path);
    return parseCredentials(path, text ?? (await readFile(path, 'utf8')));
  });
}

/** Reads the file as `storedCredentials`; undefined if there is none. */
async function keptCredentials(dataDir: string): Promise<StoredCredentials | undefined> {
  const path = resolve(dataDir, MADE_CREDENTIALS);
  return withAdvice(path, async () => {
    const text = await readIfPresent(path);
    return text === undefined ? undefined : parseCredentials(path, text);
  });
}

/** @throws SettingsError with the path instead of an error of the file system */
async function withAdvice<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const advice = code === 'ENOSPC' ? 'make room on its disk' : 'start as the owner of the folder';
    throw new SettingsError([
      `DATA_DIR: ${path} cannot be read or made (${code}): ${advice}, choose another one, ` +
        `or bring credentials of your own (API_BEARER_TOKEN)`,
    ]);
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    refuseForeign(path, await file.stat());
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Mode bits for writes by other accounts; those of the group are accepted if the group is that of this process, as for volumes of
 * Kubernetes.
 */
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

/**
 * Refuses files like ssh does for its keys: an account that made the file, or may write it, knows the credentials in it.
 * @throws SettingsError for a file of another account than that of this process or root, or that another account may write
 */
function refuseForeign(path: string, { uid, gid, mode }: Stats): void {
  const own = process.geteuid?.();
  if (own === undefined) return;
  const others = (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && gid !== process.getegid?.());
  const problem =
    uid !== own && uid !== 0
      ? `belongs to the account ${uid}`
      : others
        ? 'may be written by other accounts'
        : undefined;
  if (problem === undefined) return;
  throw new SettingsError([
    `DATA_DIR: ${path} ${problem}, who may have put credentials of their own in it: remove it to have new ones made, or ` +
      `make it yours (chown, chmod 600) where you know what it holds`,
  ]);
}

/** Creates the file as a whole or not at all, whatever ends the process and however full the disk is; never a second time. */
async function makeCredentials(path: string): Promise<void> {
  const made: Omit<StoredCredentials, 'path'> = {
    bearerToken: `sluice-${randomBytes(24).toString('base64url')}`,
    publicKey: `pk-lf-${randomBytes(12).toString('hex')}`,
    secretKey: `sk-lf-${randomBytes(24).toString('hex')}`,
  };
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(made, null, 2)}\n`);
      await file.chmod(0o600);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, it does not replace a file that another process has created meanwhile.
    await link(unfinished, path).catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(unfinished, path); // no links there
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}

function parseCredentials(path: string, text: string): StoredCredentials {
  const value: unknown = parseJson(text);
  if (typeof value === 'object' && value !== null) {
    const { bearerToken, publicKey, secretKey } = value as Record<string, unknown>;
    const usable = isUsable(bearerToken) && isUsable(publicKey) && isUsable(secretKey) && !publicKey.includes(':');
    if (usable) return { path, bearerToken, publicKey, secretKey };
  }
  throw new SettingsError([
    `DATA_DIR: ${path} does not hold bearerToken, publicKey and secretKey, each of printable ASCII without spaces, the ` +
      `public key without a colon: mend it, or remove it to have new ones made`,
  ]);
}

function isUsable(value: unknown): value is string {
  return typeof value === 'string' && isSendable(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
