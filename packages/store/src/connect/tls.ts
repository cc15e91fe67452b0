import { closeSync, openSync } from 'node:fs';

/*
 * TLS as requested by the URL of a database: `sslmode`, `sslrootcert`, `sslcert` and `sslkey` have the meaning of libpq, and so of `psql`.
 * The driver by itself treats `require` as `verify-full`.
 */

/**
 * Modes of libpq that decide whether a connection is encrypted; `prefer` and `allow` leave that to the server, or to an attacker in
 * between.
 */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const UNDECIDED = ['prefer', 'allow'];

/** Value of `sslrootcert` for the authorities that the system trusts. */
const SYSTEM = 'system';

/** Returns a URL for the driver. A URL without TLS parameters is unchanged. */
export function withTls(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const root = searchParams.get('sslrootcert');
  if (root === null && !searchParams.has('sslmode')) return databaseUrl;
  // A URL that names an authority requires its check; libpq would not check it.
  if (!searchParams.has('sslmode')) searchParams.set('sslmode', 'verify-full');
  if (root === SYSTEM) searchParams.delete('sslrootcert');
  searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

/** Returns errors of the TLS parameters of a URL; each sentence names the parameter. Checks whether its files can be read. */
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

/** Tries to open a file. @returns why it cannot be read; undefined if it can */
function unreadable(path: string): string | undefined {
  try {
    closeSync(openSync(path, 'r'));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
