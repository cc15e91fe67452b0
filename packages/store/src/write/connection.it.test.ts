import { patience } from '@sluice/testbed/machine';
import { testUuid as uuid, traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool, type PoolClient } from 'pg';
import { writerPoolConfig } from '../session/pool-config';
import { OffsetConflictError } from './port';
import { createPostgresStore } from './postgres-store';
import { errorCode } from './sqlstate';
import { storeNext, untilWriterWaits } from './writer.testing';

/*
 * A pool of one connection: another pid of its backend means that a failure has cost it.
 */

const NOW = Date.UTC(2026, 10, 20) * 1000;
/** Time limit that a batch without contention does not exceed. */
const SHORT_MS = patience(200);
const prices = { version: 'none', price: () => undefined };

let owner: Pool;
/** A session that holds locks. */
let other: PoolClient;
let pool: Pool;

beforeAll(() => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 3 });
});
afterAll(() => owner.end());
beforeEach(async () => {
  await owner.query('delete from sluice.traces; delete from sluice.observations; delete from sluice.ingest_offset');
  other = await owner.connect();
});
afterEach(async () => {
  await other.query('rollback');
  other.release();
  await pool.end();
});

/** @param session set on the first connection of the pool only */
async function newStore(session = 'select 1') {
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 }));
  pool.on('error', () => undefined);
  await pool.query(session);
  return createPostgresStore({ pool, prices, now: () => NOW });
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> => work.then(() => 'stored', errorCode);

async function pid(): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** State of the pool's connection that could affect its next user. */
async function sessionState(): Promise<unknown> {
  const { rows } = await pool.query<Record<string, unknown>>(`
    select (select jsonb_object_agg(name, setting) from pg_settings) as settings,
           current_user as role,
           (select count(*)::int from pg_prepared_statements) as prepared,
           (select count(*)::int from pg_class where relnamespace = pg_my_temp_schema()) as temporary,
           (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
           (select count(*)::int from pg_listening_channels()) as channels,
           (select count(*)::int from pg_cursors where name <> '') as cursors,
           pg_current_xact_id_if_assigned()::text as transaction`);
  return rows[0];
}

/** Sessions that block the storing of `records` by a lock, and then make it fail. */
const CONTENTIONS = [
  {
    code: '55P03',
    what: 'a lock that is not given in time',
    session: `set lock_timeout = ${SHORT_MS}`,
    hold: `begin; select from sluice.traces for update`,
  },
  {
    code: '57014',
    what: 'a statement that takes too long',
    session: `set lock_timeout = 0; set statement_timeout = ${SHORT_MS}`,
    hold: `begin; select from sluice.traces for update`,
  },
  {
    code: '40P01',
    what: 'a deadlock',
    session: `set lock_timeout = 0`,
    // The session that first looks for deadlocks is the one that fails.
    hold: `set deadlock_timeout = '60s'; begin; select from sluice.traces where id = '${uuid(2)}' for update`,
    then: `select from sluice.traces where id = '${uuid(1)}' for update`,
  },
  {
    code: '40001',
    what: 'a serialization failure',
    session: `set lock_timeout = 0; set default_transaction_isolation = 'repeatable read'`,
    hold: `begin; update sluice.traces set user_id = 'other'`,
    then: 'commit',
  },
  {
    code: '55P03',
    what: 'a lock that is not given in the middle of a COPY',
    session: `set lock_timeout = ${SHORT_MS}`,
    hold: `begin; insert into sluice.observations
           select (jsonb_populate_record(o, jsonb_build_object('id', '${uuid(77)}'))).* from sluice.observations o
           where trace_id = '${uuid(1)}'`,
  },
] as const;

const UPDATES = [1, 2].map((n) => {
  const record = traceRecord(100 + n, n);
  return { ...record, observations: record.observations.map((each) => ({ ...each, id: uuid(77) })) };
});

test.each(CONTENTIONS)('after $what ($code) the connection goes on as it was', async (contention) => {
  const { code, session, hold } = contention;
  const store = await newStore();
  await storeNext(store, [traceRecord(1), traceRecord(2)]);
  await pool.query(session);
  const before = { pid: await pid(), state: await sessionState() };
  for (let tries = 0; tries < 3; tries += 1) {
    await other.query(hold);
    const storing = codeOf(storeNext(store, UPDATES));
    if ('then' in contention) {
      await untilWriterWaits(owner);
      await other.query(contention.then);
    }
    expect(await storing).toBe(code);
    await other.query('rollback');
  }
  expect({ pid: await pid(), state: await sessionState() }).toEqual(before);
  // Without contention the batch may last longer than the limit that made the others fail.
  await pool.query('reset all');
  await storeNext(store, UPDATES);
  expect(await pid()).toBe(before.pid);
  const { rows } = await owner.query('select count(*)::int as count from sluice.observations');
  expect(rows).toEqual([{ count: 4 }]);
});

test('what a failed transaction has set and made goes with it', async () => {
  const store = await newStore(`set lock_timeout = ${SHORT_MS}`);
  await storeNext(store, [traceRecord(1)]);
  const before = { pid: await pid(), state: await sessionState() };
  await owner.query(`
    create function public.leave_traces() returns trigger language plpgsql as $$ begin
      perform set_config('search_path', 'nowhere', false), set_config('work_mem', '64kB', false);
      create temporary table if not exists left_behind (n int);
      return new; end $$;
    create trigger leave_traces before insert on sluice.traces for each row execute function public.leave_traces()`);
  try {
    await other.query(`begin; select from sluice.traces where id = '${uuid(1)}' for update`);
    expect(await codeOf(storeNext(store, [traceRecord(3), traceRecord(2, 1)]))).toBe('55P03');
  } finally {
    await other.query('rollback');
    await owner.query('drop trigger leave_traces on sluice.traces; drop function public.leave_traces()');
  }
  expect({ pid: await pid(), state: await sessionState() }).toEqual(before);
});

test('a conflict of positions, and a position that is locked, cost no connection', async () => {
  const store = await newStore(`set lock_timeout = ${SHORT_MS}`);
  await storeNext(store, [traceRecord(1)]);
  const before = await pid();
  const stale = { topic: 't', partition: 0, next: 1, deliveries: [], undecodable: [] };
  await expect(store.store(stale, { epoch: 0, nextOffset: 0 })).rejects.toThrow(OffsetConflictError);
  await other.query('begin; select from sluice.ingest_offset for update');
  expect(await codeOf(store.position('t', 0))).toBe('55P03');
  expect(await pid()).toBe(before);
});

test.each([
  ['its server ends it', 'select 1', '57P01'],
  ['the server has become read-only', 'set default_transaction_read_only = on', '25006'],
])('a connection is ended when %s', async (_, session, code) => {
  await storeNext(await newStore(), [traceRecord(1)]);
  await pool.end();
  const store = await newStore(session);
  const before = await pid();
  await other.query('begin; select from sluice.ingest_offset for update');
  const storing = codeOf(store.position('t', 0));
  if (code === '57P01') {
    await untilWriterWaits(owner);
    await other.query('select pg_terminate_backend($1)', [before]);
  }
  expect(await storing).toBe(code);
  await other.query('rollback');
  await storeNext(store, [traceRecord(2)]);
  expect(await pid()).not.toBe(before);
});
