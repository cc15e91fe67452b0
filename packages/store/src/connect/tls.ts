import { closeSync, openSync } from 'node:fs';

/*
 * TLS as the URL of a database asks for it: `sslmode`, `sslrootcert`, `sslcert` and `sslkey` mean what they mean to libpq, and so
 * to `psql`. The driver by itself takes `require` for `verify-full`.
 */

/** Those of libpq that set whether a connection is encrypted; `prefer` and `allow` leave it to the server, and to who stands before it. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const UNDECIDED = ['prefer', 'allow'];

/** Of authorities that the system trusts. */
const SYSTEM = 'system';

/** A URL for the driver. One that does not speak of TLS stays as it is. */
export function withTls(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const root = searchParams.get('sslrootcert');
  if (root === null && !searchParams.has('sslmode')) return databaseUrl;
  // Who names an authority wants it to be asked; libpq would not.
  if (!searchParams.has('sslmode')) searchParams.set('sslmode', 'verify-full');
  if (root === SYSTEM) searchParams.delete('sslrootcert');
  searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

/** What is wrong with the TLS parameters of a URL; each sentence names the parameter. Looks whether its files can be read. */
export function tlsProblems(databaseUrl: string): string[] {
  const { searchParams } = new URL(databaseUrl);
  const [mode, root] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')];
  if (mode !== null && !MODES.includes(mode)) {
    const got = UNDECIDED.includes(mode) ? mode : 'another value (not shown)';
    return [`sslmode: expected disable, require, verify-ca or verify-full, got ${got}`];
  }
  if (mode === 'verify-ca' && root === null) {
    return ['sslmode verify-ca needs sslrootcert, the file of the authority whose certificates are trusted'];
  }
  if (root === SYSTEM && mode !== null && mode !== 'verify-full') {
    return ['sslrootcert system needs sslmode verify-full: those authorities vouch for everybody'];
  }
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const path = searchParams.get(name);
    const code = path === null || path === SYSTEM ? undefined : unreadable(path);
    return code === undefined ? [] : [`the file of ${name} cannot be read (${code})`];
  });
}

/** @returns why a file cannot be opened for reading; undefined where it can */
function unreadable(path: string): string | undefined {
  try {
    closeSync(openSync(path, 'r'));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
