import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { type ConnectionOptions, type TLSSocket, connect as connectTls } from 'node:tls';
import { ConnectionLimit, listenerFields } from '@sluice/http';
import { Closers, type Logger, SettingFiles, SettingsError, createLogger, readSettings } from '@sluice/runtime';
import { closeIn, eventually, patience, temporaryFolder } from '@sluice/testbed/machine';
import { type TestCertificate, testCertificate } from '@sluice/testbed/network';
import { closeGateways, setUp } from './gateway.testing';
import { grpcClient } from './grpc/grpc-client.testing';
import { openOtlp } from './open-otlp';
import { otlpFields } from './otlp-settings';
import { otlpTlsProblems } from './otlp-tls';

afterAll(closeGateways);
const later = closeIn(afterEach);
let folder: string;
const SETTINGS = ['OTLP_TLS_CERT_FILE', 'OTLP_TLS_KEY_FILE'] as const;
let paths: readonly [cert: string, key: string];
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  folder = temporaryFolder('otlp-tls', later);
  paths = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  env = { OTLP_TLS_CERT_FILE: paths[0], OTLP_TLS_KEY_FILE: paths[1] };
});

async function write({ cert, key }: TestCertificate): Promise<void> {
  await writeFile(paths[0], cert);
  await writeFile(paths[1], key);
}

const fields = { ...listenerFields('127.0.0.1'), ...otlpFields };
const read = (more: NodeJS.ProcessEnv = {}) => readSettings({ ...env, ...more }, fields, otlpTlsProblems);

function problemsOf(more: NodeJS.ProcessEnv = {}): readonly string[] {
  try {
    read(more);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('the settings of TLS', () => {
  it('are valid with a certificate and its key, and without both', async () => {
    await write(testCertificate());
    expect(problemsOf()).toEqual([]);
    expect(problemsOf({ OTLP_TLS_CERT_FILE: '', OTLP_TLS_KEY_FILE: '' })).toEqual([]);
  });

  it.each(SETTINGS)('are a problem without %s', async (setting) => {
    await write(testCertificate());
    expect(problemsOf({ [setting]: '' })).toEqual(['OTLP_TLS_CERT_FILE, OTLP_TLS_KEY_FILE: expected both or none']);
  });

  it('are a problem of both files if the key is that of another certificate', async () => {
    const [one, other] = [testCertificate(), testCertificate()];
    await write({ cert: one.cert, key: other.key });
    expect(problemsOf()).toEqual([
      `OTLP_TLS_CERT_FILE, OTLP_TLS_KEY_FILE: ${paths.join(', ')}: expected the key of the certificate, got that of another`,
    ]);
  });

  it('name the file that is no PEM, or there is not, and never show a text', async () => {
    const { cert, key } = testCertificate();
    const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
    const encrypted = createPrivateKey(key).export(encryption);
    for (const wrong of [encrypted, key.replace('PRIVATE', 'PUBLIC'), cert, 'secret']) {
      await write({ cert: key, key: String(wrong) });
      expect(problemsOf()).toEqual([
        `OTLP_TLS_CERT_FILE: ${paths[0]}: expected a certificate as PEM`,
        `OTLP_TLS_KEY_FILE: ${paths[1]}: expected a private key as PEM, without a passphrase`,
      ]);
    }
    await write({ cert: `${cert}-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`, key });
    expect(problemsOf()).toEqual([
      expect.stringMatching(/^OTLP_TLS_CERT_FILE, .* TLS does not accept them \(ERR_\w+\)$/),
    ]);
    await write({ cert, key });
    expect(problemsOf({ OTLP_TLS_KEY_FILE: key })).toEqual([
      'OTLP_TLS_KEY_FILE: expected the path of a file, got its text (not shown)',
    ]);
    const [secret = ''] = key.split('\n').slice(1);
    expect(problemsOf({ OTLP_TLS_KEY_FILE: secret })).toEqual(['OTLP_TLS_KEY_FILE: there is no such file']);
    expect(problemsOf({ OTLP_TLS_CERT_FILE: '/none' })).toEqual(['OTLP_TLS_CERT_FILE: /none: there is no such file']);
  });
});

/** Time limits that a loaded machine keeps. */
const SLOW = { HEADERS_TIMEOUT_MS: '3600000', REQUEST_TIMEOUT_MS: '3600000', STALL_TIMEOUT_MS: '3600000' };

/** Opens both listeners with the certificate of the files. */
async function start(more: NodeJS.ProcessEnv = {}, most = 100) {
  const logged: { message: string; fields: unknown }[] = [];
  const logger: Logger = {
    ...createLogger({ level: 'silent', pretty: false }),
    info: (message, logFields) => logged.push({ message, fields: logFields }),
    error: (message, logFields) => logged.push({ message, fields: logFields }),
  };
  const { entrance, gateway, metrics, records, hold } = await setUp();
  const closers = new Closers({ logger });
  const files = new SettingFiles({ logger, metrics, everyMs: 1e6 });
  const connections = new ConnectionLimit({ most, metrics });
  const otlp = await openOtlp({
    config: read({ OTLP_HTTP_PORT: '0', OTLP_GRPC_PORT: '0', ...SLOW, ...more }),
    entrance: {
      ...entrance,
      connections,
      requestLog: {
        served: () => undefined,
        failed: ({ message, fields: f }) => logged.push({ message, fields: f }),
        close: () => undefined,
      },
    },
    gateway: gateway.dependencies,
    routes: gateway.otlpRoutes,
    metrics,
    files,
    readiness: { hasStarted: true, look: () => Promise.resolve([]) },
    closers,
    projectQuota: () => undefined,
    mayLack: false,
  });
  later(async () => {
    await closers.close(100);
    files.close();
  });
  const urlOf = (address: typeof otlp.http): URL => {
    if (address === undefined || !('url' in address)) throw new Error('a listener is not open');
    return new URL(address.url);
  };
  /** Value of a sample. */
  const metric = async (name: string): Promise<number> => {
    const { body } = await metrics.expose();
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    );
  };
  return {
    http: urlOf(otlp.http),
    grpc: urlOf(otlp.grpc),
    records,
    hold,
    logged,
    metric,
    /** Waits until so many connections are open. */
    connections: (count: number) =>
      eventually(
        () => metric('sluice_http_connections'),
        (open) => open === count,
      ),
    closers,
    /** Reads the files until a change counts. */
    settle: async () => {
      await files.poll();
      await files.poll();
    },
  };
}

type Started = Awaited<ReturnType<typeof start>>;
const PROTOCOLS = ['http', 'grpc'] as const;

const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'a' };
const EXPORT = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };

/** Sends a span with a real client that trusts only this certificate; resolves to the status, or to the code of the failure. */
const EXPORTS: Readonly<Record<(typeof PROTOCOLS)[number], (started: Started, ca: string) => Promise<string>>> = {
  http: ({ http }, ca) =>
    new Promise((resolve) => {
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
      const options = { ca, servername: 'localhost', method: 'POST', headers, agent: false } as const;
      const sent = httpsRequest(new URL('/v1/traces', http), options, (response) => {
        response.resume();
        resolve(response.statusCode === 200 ? 'OK' : String(response.statusCode));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      sent.end(JSON.stringify(EXPORT));
    }),
  grpc: async ({ grpc }, ca) => {
    const client = grpcClient(grpc.host, ca);
    try {
      return (await client.export(EXPORT)).status;
    } finally {
      client.close();
    }
  },
};

async function handshake(url: URL, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connectTls({
    host: url.hostname,
    port: Number(url.port),
    servername: 'localhost',
    rejectUnauthorized: false,
    ...options,
  });
  later(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

const closing = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.once('close', () => resolve()));

async function open(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  later(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe.each(PROTOCOLS)('the listener of %s with TLS', (protocol) => {
  it('stores what a client sends that trusts its certificate, and has the address https://', async () => {
    const certificate = testCertificate();
    await write(certificate);
    const started = await start();
    expect(started[protocol].protocol).toBe('https:');
    expect(await EXPORTS[protocol](started, certificate.cert)).toBe('OK');
    expect(started.records).toHaveLength(1);
    expect(await EXPORTS[protocol](started, testCertificate().cert)).not.toBe('OK');
    expect(started.records).toHaveLength(1);
  });

  it('accepts TLS 1.2 and newer', async () => {
    await write(testCertificate());
    const started = await start();
    const socket = await handshake(started[protocol], { maxVersion: 'TLSv1.2', ALPNProtocols: ['h2', 'http/1.1'] });
    expect(socket.getProtocol()).toBe('TLSv1.2');
    expect(socket.alpnProtocol).toBe(protocol === 'grpc' ? 'h2' : 'http/1.1');
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(handshake(started[protocol], old)).rejects.toMatchObject({
      code: expect.stringMatching(/SSL/) as string,
    });
  });

  it('presents a new certificate of the files without a restart, and keeps the old one while the new one is broken', async () => {
    const [first, second] = [testCertificate('300102030405Z'), testCertificate('310102030405Z')];
    await write(first);
    const started = await start();
    const expiry = () => started.metric('sluice_otlp_certificate_expiry_timestamp_seconds');
    const refused = () => started.metric('sluice_setting_file_refused{setting="OTLP_TLS_KEY_FILE"}');
    expect(await expiry()).toBe(Date.UTC(2030, 0, 2, 3, 4, 5) / 1000);
    const kept = await handshake(started[protocol], { ALPNProtocols: ['h2', 'http/1.1'] });

    await writeFile(paths[0], second.cert);
    await started.settle();
    expect(started.logged).toEqual([
      {
        message: expect.stringContaining('cannot be used') as string,
        fields: { setting: SETTINGS.join(', '), problems: [expect.stringContaining('the key of the certificate')] },
      },
    ]);
    expect(JSON.stringify(started.logged)).not.toContain('PRIVATE KEY');
    expect(await refused()).toBe(1);
    expect(await EXPORTS[protocol](started, first.cert)).toBe('OK');

    await writeFile(paths[1], second.key);
    await started.settle();
    expect(await expiry()).toBe(Date.UTC(2031, 0, 2, 3, 4, 5) / 1000);
    expect(await refused()).toBe(0);
    expect(await EXPORTS[protocol](started, second.cert)).toBe('OK');
    expect(await EXPORTS[protocol](started, first.cert)).not.toBe('OK');
    expect(kept.destroyed).toBe(false);
  });

  it('closes the connection of a client that speaks no TLS, and logs what is wrong', async () => {
    await write(testCertificate());
    const started = await start();
    const socket = await open(started[protocol]);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += String(chunk)));
    const closed = closing(socket);
    socket.write(
      protocol === 'http' ? 'POST /v1/traces HTTP/1.1\r\nHost: x\r\n\r\n' : 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    );
    await closed;
    expect(received).not.toContain('HTTP');
    const [{ message, fields: logged } = { message: '', fields: {} }] = started.logged;
    expect({ message, logged }).toEqual({
      message: 'a connection of TLS was refused',
      logged: { reason: 'the client does not speak TLS, this port does: use https://', client: '127.0.0.1' },
    });
    await started.connections(0);
  });

  it('ends a handshake that is not completed in the time of a header', async () => {
    await write(testCertificate());
    const started = await start({ HEADERS_TIMEOUT_MS: '100' });
    const socket = await open(started[protocol]);
    await closing(socket);
    expect(started.logged).toEqual([
      {
        message: 'a connection of TLS was refused',
        fields: expect.objectContaining({ reason: expect.stringContaining('HEADERS_TIMEOUT_MS') as string }) as object,
      },
    ]);
  });

  it('counts connections whose handshake is incomplete as idle ones', async () => {
    await write(testCertificate());
    const started = await start({}, 2);
    const idle = [await open(started[protocol]), await open(started[protocol])];
    await started.connections(2);
    const longest = closing(idle[0] as Socket);
    const socket = await handshake(started[protocol], { ALPNProtocols: ['h2', 'http/1.1'] });
    await longest;
    expect(socket.destroyed).toBe(false);
    expect(await started.metric('sluice_http_connections_refused_total{how="idle"}')).toBe(1);
  });

  it('closes no connection for a new one whose request is being served', async () => {
    const certificate = testCertificate();
    await write(certificate);
    const started = await start({}, 1);
    const { begun, release } = started.hold();
    const first = EXPORTS[protocol](started, certificate.cert);
    await begun;
    expect(await EXPORTS[protocol](started, certificate.cert)).toBe(protocol === 'http' ? '503' : 'UNAVAILABLE');
    release();
    expect(await first).toBe('OK');
    expect(started.records).toHaveLength(1);
  });

  it('ends incomplete handshakes and idle connections when it closes', async () => {
    await write(testCertificate());
    const started = await start();
    const sockets = [
      await open(started[protocol]),
      // In TLS 1.3 a client completes its handshake before the server.
      await handshake(started[protocol], { maxVersion: 'TLSv1.2', ALPNProtocols: ['h2', 'http/1.1'] }),
    ];
    const closed = sockets.map(closing);
    for (const socket of sockets) socket.resume();
    await started.connections(2);
    await started.closers.close(patience(60_000));
    await Promise.all(closed);
  });
});
