import { setImmediate } from 'node:timers/promises';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Client, Pool, type PoolClient } from 'pg';
import { pipelined } from './pipeline';
import { retentionPoolConfig } from './pool-config';
import { copyIn } from '../write/sql/copy-in';

let owner: Pool;
let pool: Pool;
let client: PoolClient;

beforeAll(async () => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
  await owner.query('create table public.noted (n integer primary key check (n < 100), text text)');
});
afterAll(() => owner.end());
beforeEach(async () => {
  await owner.query('truncate public.noted');
  pool = new Pool(retentionPoolConfig(testDatabaseUrl()));
  pool.on('error', () => undefined);
  client = await pool.connect();
});
afterEach(async () => {
  client.release(true);
  await pool.end();
});

const INSERT = 'insert into public.noted values ($1)';
const COPY = 'copy public.noted from stdin';
const UNIQUE_VIOLATION = '23505';

async function noted(from: Pool | PoolClient = owner): Promise<number[]> {
  const { rows } = await from.query<{ n: number }>('select n from public.noted order by n');
  return rows.map(({ n }) => n);
}

/** A message of the protocol. */
function message(type: 'd' | 'c', content: Buffer): Buffer {
  const start = Buffer.from(`${type}    `);
  start.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([start, content]);
}

const DONE = message('c', Buffer.alloc(0));

/** Rows for `COPY`, a message each. */
const lines = (...numbers: readonly number[]): Buffer[] => [
  ...numbers.map((n) => message('d', Buffer.from(`${n}\t\\N\n`))),
  DONE,
];

/** A row in many messages, which are more than the way to the server holds. @param taken called for each */
function* large(n: number, taken: () => void): Generator<Buffer> {
  yield message('d', Buffer.from(`${n}\t`));
  for (let piece = 0; piece < 100; piece += 1) {
    taken();
    yield message('d', Buffer.alloc(2 ** 20, 'x'));
  }
  yield message('d', Buffer.from('\n'));
  yield DONE;
}

test('statements and rows take effect in the order in which they were sent, and what is read comes behind them', async () => {
  const read = await pipelined(client, async (pipeline) => {
    pipeline.send(INSERT, [1]);
    await copyIn(pipeline, COPY, lines(2, 3));
    pipeline.send('update public.noted set n = n + 10');
    await copyIn(pipeline, COPY, lines(1, 2));
    return noted(client);
  });
  expect(read).toEqual([1, 2, 11, 12, 13]);
});

test('a statement leaves before the one before it is answered', async () => {
  const socket = client.connection.stream as unknown as { readonly bytesWritten: number };
  await pipelined(client, (pipeline) => {
    pipeline.send(INSERT, [1]);
    const before = socket.bytesWritten;
    pipeline.send(INSERT, [2]);
    expect(socket.bytesWritten).toBeGreaterThan(before);
  });
});

test('of several failures the first is thrown, be it of a statement that nobody waited for', async () => {
  await client.query('begin');
  const work = pipelined(client, async (pipeline) => {
    pipeline.send(INSERT, [1]);
    pipeline.send(INSERT, [1]);
    pipeline.send(INSERT, [1000]);
    await copyIn(pipeline, COPY, lines(2));
    await noted(client);
  });
  await expect(work).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
  await client.query('commit');
  expect(await noted()).toEqual([]);
});

test('rows of a COPY are made as they leave', async () => {
  const other = await owner.connect();
  await other.query('begin; lock table public.noted in access exclusive mode');
  let taken = 0;
  const take = () => {
    taken += 1;
  };
  const work = pipelined(client, (pipeline) => copyIn(pipeline, COPY, large(1, take)));
  for (let seen = -1; seen < taken || taken === 0;) {
    seen = taken;
    await setImmediate();
  }
  const takenWhileHeldUp = taken;
  await other.query('rollback');
  other.release();
  await work;
  expect(takenWhileHeldUp).toBeLessThan(50);
  expect([taken, await noted()]).toEqual([100, [1]]);
});

test('a connection that keeps statements back is refused', async () => {
  const plain = new Client({ connectionString: testDatabaseUrl() }) as unknown as PoolClient;
  await expect(pipelined(plain, (pipeline) => copyIn(pipeline, COPY, []))).rejects.toThrow('behind its rows');
});
