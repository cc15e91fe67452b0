import { randomBytes } from 'node:crypto';
import { type Reading, refused } from '@sluice/runtime';
import { stringify } from 'yaml';
import { secretDigest } from './api-key';
import { readApiKeys } from './read-api-keys';

/** Operator's description of new credentials; the texts are those of a document. */
export interface WantedEntry {
  readonly name: string;
  readonly project?: string | undefined;
  readonly scopes: readonly string[];
  readonly expires?: string | undefined;
  /** Whether to make a bearer token instead of a pair. */
  readonly isToken: boolean;
}

/** New credentials. The secret is stored nowhere else. */
export interface MadeEntry {
  /** Entry for the list `keys` of a document, with the SHA-256 of the secret. */
  readonly entry: Readonly<Record<string, string | readonly string[]>>;
  /** The same as lines of YAML, indented below `keys:`. */
  readonly yaml: string;
  readonly publicKey: string | undefined;
  readonly secret: string;
  /** Expiry in microseconds since the epoch; undefined: never. */
  readonly expiresAt: number | undefined;
}

const SECRET_BYTES = 32;
const PUBLIC_BYTES = 12;
/** Digest without a known secret, to validate the rest of an entry before a secret is made. */
const NO_SECRET = `sha256:${'0'.repeat(64)}`;

/** Makes credentials with a secret of 256 random bits. Problems name the wrong member. */
export function makeEntry({ name, project, scopes, expires, isToken }: WantedEntry): Reading<MadeEntry> {
  const wanted = {
    name,
    ...(project !== undefined && { project }),
    ...(expires !== undefined && { expires }),
    scopes,
  };
  const projects = project === undefined ? {} : { projects: { [project]: null } };
  const check = readApiKeys(JSON.stringify({ ...projects, keys: [{ ...wanted, token: NO_SECRET }] }));
  if (!check.ok) return refused(...check.problems.map((problem) => problem.replace(/^keys\[0\]\.?/, '')));
  const random = randomBytes(SECRET_BYTES).toString('hex');
  const secret = isToken ? `sluice-${random}` : `sk-lf-${random}`;
  const publicKey = isToken ? undefined : `pk-lf-${randomBytes(PUBLIC_BYTES).toString('hex')}`;
  const digest = `sha256:${secretDigest(secret).toString('hex')}`;
  const known = publicKey === undefined ? { token: digest } : { publicKey, secretKey: digest };
  const { scopes: _, ...about } = wanted;
  const entry = { ...about, ...known, scopes };
  const yaml = stringify([entry], { lineWidth: 0 }).trimEnd().replaceAll(/^/gm, '  ');
  return { ok: true, value: { entry, yaml, publicKey, secret, expiresAt: check.value.keys[0]?.expiresAt } };
}
