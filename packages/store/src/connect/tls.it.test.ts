import { execFile, execFileSync } from 'node:child_process';
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@sluice/testbed/machine';
import { databaseUrl, startTestServer } from '@sluice/testbed/servers';
import { Client, Pool } from 'pg';
import { readPoolConfig } from '../session/pool-config';
import { databaseProblems, databaseUrls } from './database-urls';

/** Makes a key and a certificate that vouches for itself, for this name. */
async function certificate(folder: string, name: string): Promise<{ readonly key: string; readonly path: string }> {
  const [key, path] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const about = ['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...about, '-keyout', key, '-out', path]);
  return { key, path };
}

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const withOpenssl = hasOpenssl() ? describe : describe.skip;
withOpenssl('a server with TLS', () => {
  const folder = temporaryFolder('tls', afterAll);
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let own: string;
  let other: string;

  beforeAll(async () => {
    const made = await certificate(folder, 'localhost');
    own = made.path;
    other = (await certificate(folder, 'elsewhere')).path;
    server = await startTestServer();
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const { data_directory: data = '' } = rows[0] ?? {};
    const { uid, gid } = await stat(data);
    for (const [name, path] of Object.entries({ 'server.key': made.key, 'server.crt': own })) {
      await writeFile(join(data, name), await readFile(path), { mode: 0o600 });
      await chown(join(data, name), uid, gid);
    }
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
    await client.end();
  });
  afterAll(() => server.stop());

  const urlOf = (host: string, parameters: string): string => {
    const url = new URL(server.url);
    url.hostname = host;
    url.search = parameters;
    return url.href;
  };
  /** Whether a connection by such a URL is encrypted. */
  async function isEncrypted(host: string, parameters: string): Promise<boolean> {
    const { databaseUrl: connectionString } = databaseUrls({ databaseUrl: urlOf(host, parameters) });
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client
      .query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      .finally(() => client.end());
    return rows[0]?.ssl ?? false;
  }

  test.each([
    ['127.0.0.1', '', false],
    ['127.0.0.1', 'sslmode=disable', false],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=OWN', true],
    ['127.0.0.1', 'sslmode=require&sslrootcert=OWN', true],
    ['localhost', 'sslmode=verify-full&sslrootcert=OWN', true],
    ['localhost', 'sslrootcert=OWN', true],
  ])('is reached at %s by "%s", encrypted: %s', async (host, parameters, encrypted) => {
    await expect(isEncrypted(host, parameters.replace('OWN', own))).resolves.toBe(encrypted);
  });

  test.each([
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=OWN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['127.0.0.1', 'sslrootcert=OWN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['localhost', 'sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['localhost', 'sslrootcert=system', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['localhost', 'sslmode=verify-full&sslrootcert=OTHER', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['localhost', 'sslmode=verify-ca&sslrootcert=OTHER', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['localhost', 'sslmode=require&sslrootcert=OTHER', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('is not trusted at %s by "%s"', async (host, parameters, code) => {
    const named = parameters.replace('OWN', own).replace('OTHER', other);
    await expect(isEncrypted(host, named)).rejects.toMatchObject({ code });
  });

  test('is reached so by the pools, too', async () => {
    const { databaseUrl: url } = databaseUrls({ databaseUrl: urlOf('127.0.0.1', 'sslmode=require') });
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query('create role sluice_reader nologin').finally(() => client.end());
    const limits = { applicationName: 'x', maxConnections: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
    const pool = new Pool(readPoolConfig({ databaseUrl: url, ...limits }));
    const session = await pool.connect();
    await session.query('set role none'); // the reader may not see sessions
    const { rows } = await session.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    session.release();
    await pool.end();
    expect(rows).toEqual([{ ssl: true }]);
  });

  test('is not expected where there is none: nothing goes on unencrypted', async () => {
    const plain = await startTestServer();
    const url = databaseUrl(plain.url, 'postgres');
    const { databaseUrl: connectionString } = databaseUrls({ databaseUrl: `${url}?sslmode=require` });
    await expect(new Client({ connectionString }).connect()).rejects.toThrow('does not support SSL');
    await plain.stop();
  });
});

test('what cannot be meant is a problem that names what is accepted', () => {
  const problemsOf = (parameters: string): string[] =>
    databaseProblems({ databaseUrl: `postgres://h/d?${parameters}` });
  const accepted = 'expected disable, require, verify-ca or verify-full';
  expect(problemsOf('sslmode=verify-full')).toEqual([]);
  expect(problemsOf('sslmode=require&sslrootcert=/dev/null')).toEqual([]);
  expect(problemsOf('sslmode=prefer')).toEqual([`DATABASE_URL: sslmode: ${accepted}, got prefer`]);
  expect(problemsOf('sslmode=requier')).toEqual([`DATABASE_URL: sslmode: ${accepted}, got another value (not shown)`]);
  expect(problemsOf('sslmode=verify-ca')).toEqual([
    'DATABASE_URL: sslmode verify-ca needs sslrootcert, the file of the authority whose certificates are trusted',
  ]);
  expect(problemsOf('sslmode=require&sslrootcert=system')).toEqual([
    'DATABASE_URL: sslrootcert system needs sslmode verify-full: those authorities vouch for everybody',
  ]);
  expect(problemsOf('sslrootcert=/no/such/file&sslkey=/no/key')).toEqual([
    'DATABASE_URL: the file of sslrootcert cannot be read (ENOENT)',
    'DATABASE_URL: the file of sslkey cannot be read (ENOENT)',
  ]);
});
