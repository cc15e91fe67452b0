import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '@sluice/runtime';

/** Credentials that were made on the first start and are kept. */
export interface StoredCredentials {
  readonly bearerToken: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/**
 * Reads `credentials.json` of the data folder; makes it on the first start. Only the owner can read the file.
 * @throws SettingsError that names the file where it does not hold the three texts
 */
export async function storedCredentials(dataDir: string): Promise<StoredCredentials> {
  const path = join(dataDir, 'credentials.json');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    return parseCredentials(path, await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made: StoredCredentials = {
    bearerToken: `sluice-${randomBytes(24).toString('base64url')}`,
    publicKey: `pk-lf-${randomBytes(12).toString('hex')}`,
    secretKey: `sk-lf-${randomBytes(24).toString('hex')}`,
  };
  await writeFile(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(path, 0o600);
  return made;
}

function parseCredentials(path: string, text: string): StoredCredentials {
  const value: unknown = parseJson(text);
  if (typeof value === 'object' && value !== null) {
    const { bearerToken, publicKey, secretKey } = value as Record<string, unknown>;
    if (typeof bearerToken === 'string' && typeof publicKey === 'string' && typeof secretKey === 'string') {
      return { bearerToken, publicKey, secretKey };
    }
  }
  throw new SettingsError([
    `${path} does not hold bearerToken, publicKey and secretKey: mend it, or remove it to have new ones made`,
  ]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
