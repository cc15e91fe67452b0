import { summaryDisagreements, textDisagreements } from '@sluice/contracts';
import { patience } from '@sluice/testbed/machine';
import type { PriceTable } from '@sluice/pricing';
import { type MetricRecord, type SluiceRecord, type TraceRecord, receiveStamp } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool, type PoolClient } from 'pg';
import { type ProjectStore, type TraceFilter, createReadStore, readPoolConfig } from '../../read';
import { collect } from '../../read/collect-fragments.testing';
import type { RecordStore } from '../port';
import { createPostgresStore } from '../postgres-store';
import { classifyFailure } from '../sqlstate';
import { retentionPoolConfig, writerPoolConfig } from '../../session/pool-config';
import { storeNext } from '../writer.testing';
import { type RetentionLimits, createRetention } from './retention';

export const HOUR = 3_600_000_000;
export const DAY = 24 * HOUR;
/** Half past twelve of a day that is, with the day before, among those whose points have a partition in a database made today. */
export const NOW = Math.floor(Date.now() / 86_400_000 - 3) * 86_400_000_000 + 45_000_000_000;
export const partOf = (time: number) => Math.floor(time / HOUR);
/** Returns the date in the names of partitions. */
export const dayName = (time: number) => new Date(time / 1000).toISOString().slice(0, 10).replaceAll('-', '');

const prices: PriceTable = {
  version: 'test@1',
  price: ({ model }) => (model === 'priced' ? { input: 1, output: 2, total: 3, source: 'test@1' } : undefined),
};

/** Limits: data expires after a number of days, receipts after two days, committed offsets after thirty. */
export const limitsAt = (now: number, days: number | undefined): RetentionLimits => ({
  dataBefore: days === undefined ? undefined : now - days * DAY,
  receiptsBefore: now - 2 * DAY,
  positionsBefore: now - 30 * DAY,
});

/** Database of the test file with its users. */
export function openDatabase() {
  const databaseUrl = testDatabaseUrl();
  const owner = new Pool({ connectionString: databaseUrl, max: 4 });
  const writerPool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: 4 }));
  const limits = { maxConnections: 4, connectTimeoutMs: patience(20_000), statementTimeoutMs: patience(60_000) };
  const readerPool = new Pool(readPoolConfig({ databaseUrl, applicationName: 'test', ...limits }));
  const retentionPool = new Pool(retentionPoolConfig(databaseUrl));
  const pools = [owner, writerPool, readerPool, retentionPool];
  for (const pool of pools) pool.on('error', () => undefined);

  const newStore = (now = NOW) =>
    createPostgresStore({ pool: writerPool, prices, now: () => now, isPacked: () => true });
  const reads = createReadStore({ pool: readerPool, probe: readerPool, timeoutMs: limits.statementTimeoutMs });
  const reader = reads.of(undefined);

  /** The first column of all rows. */
  const column = async (sql: string, values: unknown[] = []): Promise<unknown[]> => {
    const { rows } = await owner.query<unknown[]>({ text: sql, values, rowMode: 'array' });
    return rows.map(([value]) => value);
  };

  return {
    owner,
    retentionPool,
    reader,
    readerOf: (project: string | undefined) => reads.of(project),
    newStore,
    column,
    close: () => Promise.all(pools.map((pool) => pool.end())),
    clear: async () => {
      // Truncating some hundred partitions takes a while, and some tests look at the size of those of points only.
      await owner.query(`delete from sluice.traces; delete from sluice.trace_io; delete from sluice.text_packs; delete from sluice.observations;
        delete from sluice.trace_usage; delete from sluice.orphaned_traces; delete from sluice.daily_usage; delete from sluice.daily_traces;
        delete from sluice.ingest_offset; delete from sluice.ingest_dead_letter;
        truncate sluice.metric_series, sluice.metric_points, sluice.metric_receipts, sluice.scores;
        update sluice.retention_floor set part = 0, closed_below = 0; update sluice.projects set part = 0`);
    },
    send: (records: readonly SluiceRecord[], store = newStore(), partition = 0) => send(store, records, partition),
    /** Runs retention once with `limitsAt`. @returns its outcome, with the dropped things in addition */
    run: async (
      days: number | undefined,
      { pool = retentionPool, now = NOW, streams = [], daysOf = {} }: RunOptions = {},
    ) => {
      const ofProjects = Object.entries(daysOf).map(([project, kept]) => [project, now - kept * DAY] as const);
      const limits = { ...limitsAt(now, days), dataBeforeOf: new Map(ofProjects) };
      const outcome = await createRetention({ pool, streams }).run(() => limits, new AbortController().signal);
      if (outcome === undefined) throw new Error('somebody else is at it');
      return { ...outcome, ...outcome.dropped };
    },
    traceIds: () => column('select id::text from sluice.traces order by part desc, id'),
    partitionDays: (table: string) =>
      column(
        `select right(c.relname, 8) from pg_class c where c.relnamespace = 'sluice'::regnamespace and c.relkind = 'r'
         and c.relname ~ ('^' || $1 || '_[0-9]{8}$') order by 1`,
        [table],
      ),
    /** Lists, counts and daily sums of a project have the same traces, and all sums equal their recomputation. */
    expectAgreement: async (expiredBelow: number, project?: string): Promise<void> => {
      expect(await summaryDisagreements(owner, { expiredBelow })).toEqual([]);
      expect(await textDisagreements(owner, { expiredBelow })).toEqual([]);
      expect(await column('select message from sluice.ingest_dead_letter')).toEqual([]);
      const { ids, counts } = await visible(reads.of(project));
      expect(counts).toEqual(counts.map(() => ids.length));
    },
  };
}

interface RunOptions {
  readonly pool?: Pool;
  readonly now?: number;
  readonly streams?: readonly string[];
  /** Days that projects keep their data. */
  readonly daysOf?: Readonly<Record<string, number>>;
}

export type Database = ReturnType<typeof openDatabase>;

/** The database of the test file, cleared before each test and with something that has not expired. */
export function useDatabase(): Database {
  const database = {} as Database;
  beforeAll(() => void Object.assign(database, openDatabase()));
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.clear();
    await database.send([somethingNew()]);
  });
  return database;
}

/** Stores records as the writer does: a failure that can pass is tried again. */
async function send(store: RecordStore, records: readonly SluiceRecord[], partition: number): Promise<void> {
  for (;;) {
    try {
      await storeNext(store, records, partition);
      return;
    } catch (error) {
      if (classifyFailure(error) !== 'retry') throw error;
    }
  }
}

const everything = { tags: [], environments: [] };

/** Reads all that users can see, by every read. */
export async function visible(reader: ProjectStore): Promise<{ ids: string[]; counts: number[] }> {
  const order = { field: 'timestamp', direction: 'desc' } as const;
  const include = { io: true, observations: true };
  const list = await reader.listTraces({ filter: everything, order, page: 1, limit: 200, include });
  const ids: string[] = [];
  for await (const portion of list.portions) {
    for (const { trace, io, observationIds } of portion) {
      ids.push(trace.id);
      expect(io.input).not.toBeNull();
      expect(observationIds).not.toBeNull();
    }
  }
  const tagged = { ...everything, tags: ['a'] };
  const byName = { field: 'name', direction: 'asc' } as const;
  const named = await reader.listTraces({ filter: tagged, order: byName, page: 1, limit: 1, include });
  const daysOf = async (filter: TraceFilter) =>
    collect((await reader.dailyMetrics({ filter, page: 1, limit: 1000 })).days);
  const days = await daysOf(everything);
  expect(await daysOf(tagged)).toEqual(days);
  return { ids, counts: [list.totalItems, named.totalItems, days.reduce((sum, day) => sum + day.traces, 0)] };
}

/** A trace with all that there is below one: usage of two models and days, an input of its own, metadata. */
export const traceReceived = (n: number, receivedAt: number, observations = [1, 2, 3], size = 100): TraceRecord => ({
  kind: 'trace',
  recordId: uuid(0x100000 + n),
  receivedAt,
  traceId: uuid(n),
  tags: ['a'],
  updates: [
    {
      stamp: receiveStamp(receivedAt, uuid(0x100000 + n)),
      fields: { name: `trace ${n}`, input: { text: `"${'x'.repeat(size)}"` }, metadata: new Map([['k', '1']]) },
    },
  ],
  observations: observations.map((id) => ({
    id: uuid(id),
    name: `span ${id}`,
    model: id === 2 ? 'priced' : 'free',
    startTime: receivedAt - (id === 3 ? DAY : 0),
    usage: { input: { input: id } },
    counted: true,
    input: `"${'x'.repeat(size)}"`,
  })),
});

/** A trace with an input of the trace and one of an observation that are stored in packs, each in two of its own. */
export const traceWithPacks = (n: number, receivedAt: number): TraceRecord => {
  const record = traceReceived(n, receivedAt, [1]);
  const long = (from: number) => JSON.stringify(Array.from({ length: 2000 }, (_, word) => from + word).join(' '));
  return {
    ...record,
    updates: record.updates.map(({ stamp, fields }) => ({
      stamp,
      fields: { ...fields, input: { text: long(10_000) } },
    })),
    observations: record.observations.map((observation) => ({ ...observation, input: long(20_000) })),
  };
};

/** Traces received over the last ten days, one every so many hours; the n-th is n times so many hours old. */
export const tenDays = (everyHours: number): TraceRecord[] =>
  Array.from({ length: 240 / everyHours }, (_, n) => traceReceived(n + 1, NOW - (n + 1) * everyHours * HOUR));

/** A metric request with a point for each time. */
export const points = (n: number, receivedAt: number, times: readonly number[], name = 'm'): MetricRecord => ({
  kind: 'metric',
  recordId: uuid(0x200000 + n),
  receivedAt,
  points: times.map((timestamp) => ({ name, labels: new Map(), value: n, timestamp })),
});

/** Returns a record received now, with which nothing is held back. */
export const somethingNew = (): MetricRecord => points(999, NOW, [NOW], 'new');

/** The pool, but the connection is cut before the n-th statement. @param owner of a user who may cut it */
export function cutBefore(pool: Pool, owner: Pool, n: number): Pool {
  let statements = 0;
  // Postgres itself would look only every tenth of a second whether it has ended.
  const kill = async (pid: unknown): Promise<void> => {
    await owner.query('select pg_terminate_backend($1)', [pid]);
    const isAlive = () => owner.query('select from pg_stat_activity where pid = $1', [pid]);
    while ((await isAlive()).rowCount !== 0);
  };
  const dying = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property, target);
        if (property !== 'query') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        return async (...args: unknown[]) => {
          statements += 1;
          const pid: unknown = Reflect.get(target, 'processID');
          if (statements === n) await kill(pid);
          return (target.query as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return new Proxy(pool, {
    get: (target, property) =>
      property === 'connect'
        ? async () => dying(await target.connect())
        : (Reflect.get(target, property, target) as unknown),
  });
}
