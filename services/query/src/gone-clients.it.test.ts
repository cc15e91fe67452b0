import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { secretDigest } from '@sluice/credentials';
import { type Listener, TransferRates, createApp, createCredentials, listen } from '@sluice/http';
import { eventually, patience } from '@sluice/testbed/machine';
import { createLogger, createMetrics } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { createReadStore, readPoolConfig } from '@sluice/store/read';
import { Pool } from 'pg';
import { createAnswers } from './answers';
import { queryRoutes } from './routes';

const TRACE = '00000000-0000-4000-8000-0000000000aa';
/** Number of connections, of which one project may use four, and two for its long reads. */
const CONNECTIONS = 5;

let owner: Pool;
let pool: Pool;
let listener: Listener;
const lines: string[] = [];

beforeAll(async () => {
  const databaseUrl = testDatabaseUrl();
  owner = new Pool({ connectionString: databaseUrl, max: 2 });
  const timeoutMs = patience(60_000);
  const limits = { connectTimeoutMs: timeoutMs, statementTimeoutMs: timeoutMs, maxConnections: CONNECTIONS };
  pool = new Pool(readPoolConfig({ databaseUrl, applicationName: 'sluice-query', ...limits }));
  const metrics = createMetrics({ processMetrics: false });
  const destination = { write: (line: string) => void lines.push(line) };
  const key = (secret: string, project: string) =>
    ({ secretDigest: secretDigest(secret), project, scopes: ['read'] }) as const;
  const app = createApp({
    logger: createLogger({ level: 'info', pretty: false, destination }),
    metrics,
    credentials: createCredentials({
      bearerTokens: [],
      keyPairs: [],
      apiKeys: [key('of-acme', 'acme'), key('of-beta', 'beta')],
    }),
    routes: queryRoutes({
      store: createReadStore({ pool, probe: pool, timeoutMs }),
      answers: createAnswers({
        maxBytes: 2 ** 20,
        rates: new TransferRates({ leastBytesPerSecond: 1024 }),
        ...{ metrics, edition: '1' },
      }),
      ...{ listed: () => undefined, searched: () => undefined, searchMs: timeoutMs },
      clock: { now: () => 0 },
      projectId: 'default',
      readWaitMs: timeoutMs,
      receiptWaitMs: timeoutMs,
    }),
  });
  listener = await listen(app, { host: '127.0.0.1', port: 0 });
});
beforeEach(() => void lines.splice(0));
afterAll(async () => {
  await listener.close(0);
  await Promise.all([pool.end(), owner.end()]);
});

/** Sends pipelined requests of acme on one connection. */
function send(paths: readonly string[], header = ''): Socket {
  const socket = connect({ port: listener.port, host: '127.0.0.1' }).on('error', () => undefined);
  const rest = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer of-acme\r\n${header}\r\n`;
  socket.write(paths.map((path) => `GET /api/public/${path} ${rest}`).join(''));
  return socket;
}

/** Counts the statements of the service that run in the database. */
async function active(): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    `select count(*) from pg_stat_activity where application_name = 'sluice-query' and datname = current_database() and state <> 'idle'`,
  );
  return Number(rows[0]?.count);
}

const status = async (token: string, path: string): Promise<number> =>
  (await fetch(`${listener.url}/api/public/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Makes statements on traces wait while the work runs. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin; lock table sluice.traces, sluice.ingest_offset in access exclusive mode');
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Waits until a number does not change any more. */
async function settled(look: () => number): Promise<void> {
  for (let last = NaN; last !== look();) {
    last = look();
    await setTimeout(1000);
  }
}

const list = 'traces?limit=1';

test.each<[string, readonly (readonly string[])[], number]>([
  ['lists', Array.from({ length: 4 }, () => [list]), 4],
  ['a statement in a snapshot', [['traces/histogram'], ['traces/groups?by=userId']], 2],
  ['more than a project may have at once', Array.from({ length: 12 }, () => [list]), 4],
  ['requests one behind the other', [[list, list, list]], 3],
])('nothing of broken-off requests goes on: %s', async (_name, requests, expected) => {
  await whileLocked(async () => {
    const sockets = requests.map((paths) => send(paths));
    expect(await eventually(active, (count) => count === expected)).toBe(expected);
    for (const socket of sockets) socket.destroy();
    expect(await eventually(active, (count) => count === 0)).toBe(0);
    // The share of the project is free again, and so are connections for others.
    const again = Array.from({ length: 4 }, () => send([list]));
    expect(await eventually(active, (count) => count === 4)).toBe(4);
    expect(await status('of-beta', 'metrics/names')).toBe(200);
    for (const socket of again) socket.destroy();
    expect(await eventually(active, (count) => count === 0)).toBe(0);
  });
  expect(await status('of-acme', list)).toBe(200);
  expect(lines.filter((line) => !line.includes('the client went away'))).toEqual([]);
});

test.each([
  ['a trace that is not there yet', `traces/${TRACE}`, ''],
  ['a write that is not stored yet', list, 'Sluice-Receipt: acme:sluice.traces.v1/0@5\r\n'],
])('a wait ends when its client has gone: %s', async (_name, path, header) => {
  let statements = 0;
  const count = (): void => void (statements += 1);
  pool.on('acquire', count);
  const socket = send([path], header);
  await eventually(
    () => Promise.resolve(statements),
    (seen) => seen > 8,
  );
  socket.destroy();
  await once(socket, 'close');
  await settled(() => statements);
  pool.off('acquire', count);
});

test('one who goes while another is answered on the connection of the pool does no harm to that', async () => {
  const rounds = Array.from({ length: 20 }, async () => {
    const socket = send([list]);
    await once(socket, 'connect');
    socket.destroy();
    return status('of-acme', 'metrics/names');
  });
  expect(new Set(await Promise.all(rounds))).toEqual(new Set([200]));
  expect(lines.filter((line) => line.includes('this is a bug'))).toEqual([]);
});
