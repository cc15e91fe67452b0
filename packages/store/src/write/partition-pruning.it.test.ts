import { type TraceRecord, receiveStamp } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool, type PoolClient } from 'pg';
import { pipelined } from '../session/pipeline';
import { writerPoolConfig } from '../session/pool-config';
import { applyDaily, applyTraces } from './apply-traces';
import { TextCutter } from '../packs/cut-text';
import { ActiveTraces } from './active-traces';
import { KnownTraces } from './known-traces';
import { readTransaction } from './sql/transaction';

const HOUR = 3_600_000_000;
const NOW = Date.UTC(2026, 10, 20, 12) * 1000;
const PART = Math.floor(NOW / HOUR);
/** More would only take longer to make. */
const DAYS = 60;

let pool: Pool;

beforeAll(async () => {
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 }));
  await pool.query('select sluice.ensure_trace_partitions($1, $2)', [PART - (DAYS - 10) * 24, PART + 9 * 24]);
});
afterAll(() => pool.end());

const PLANNED = /^\s*(select|update|delete|insert|with)/i;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** All nodes of a plan that have a table. */
const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] === undefined ? [] : [plan]),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

interface Planned {
  readonly statement: string;
  readonly partitions: ReadonlySet<string>;
  /** Partitions that are read by anything less than their traces. */
  readonly read: readonly string[];
}

const isByTrace = (scan: Plan | undefined): boolean =>
  /\btrace_id = /.test(scan?.['Index Cond'] ?? scan?.['Recheck Cond'] ?? '');

/** A client that plans every statement before it runs it and keeps what is in the plan. */
function explaining(client: PoolClient, seen: Planned[]): PoolClient {
  const explain = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    const scans = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => scansOf(plan)));
    const names = scans.map((scan) => scan['Relation Name'] ?? '');
    const isPartition = (name: string) => /_\d{8}$/.test(name);
    seen.push({
      statement: text.trim().slice(0, 60),
      partitions: new Set(names.filter(isPartition)),
      read: names.filter((name, index) => isPartition(name) && !isByTrace(scans[index])),
    });
  };
  return new Proxy(client, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property, target) as unknown;
      return (query: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
        const text = typeof query === 'string' ? query : query.text;
        const args = typeof query === 'string' ? [query, values] : [query];
        const run = () => (target.query as (...all: unknown[]) => unknown).apply(target, args);
        if (typeof text !== 'string' || !PLANNED.test(text)) return run();
        return explain(text, typeof query === 'string' ? values : (query.values ?? [])).then(run);
      };
    },
  });
}

const record = (n: number, receivedAt: number, startTime: number): TraceRecord => ({
  kind: 'trace',
  recordId: testUuid(100 + n),
  receivedAt,
  traceId: testUuid(1 + (n % 2)),
  tags: [],
  updates: [{ stamp: receiveStamp(receivedAt, testUuid(100 + n)), fields: { input: { text: `"${n}"` } } }],
  observations: [
    { id: testUuid(7), model: `m${n}`, startTime, counted: true, usage: { input: { input: n } } },
    { id: testUuid(8 + n), counted: true },
  ],
});

/** Applies batches one after the other. @returns how their statements were planned */
async function planned(batches: readonly (readonly TraceRecord[])[]): Promise<Planned[]> {
  const seen: Planned[] = [];
  const client = await pool.connect();
  try {
    const options = {
      prices: { version: 'x', price: () => undefined },
      partOf: (t: number) => Math.floor(t / HOUR),
      projectOf: () => ({ id: 0, salt: '', firstOpen: 0, floor: 0 }),
      known: new KnownTraces(),
      active: new ActiveTraces(),
      cutter: new TextCutter(),
      isPacked: () => true,
      freeMemory: () => undefined,
    };
    const watched = explaining(client, seen);
    for (const batch of batches) {
      await client.query('begin');
      const transaction = await readTransaction(client);
      const { keys, written } = await pipelined(watched, async (pipeline) => {
        const applied = await applyTraces(pipeline, batch, { ...options, transaction });
        applyDaily(pipeline, applied.daily);
        return applied;
      });
      await client.query('commit');
      options.known.addAll(keys);
      options.active.addAll(transaction, written);
    }
  } finally {
    client.release();
  }
  return seen;
}

/** Whether this is Postgres 15: until tables of few rows are analyzed, it reads them whole, which is slower and nothing else. */
async function readsFewRowsWhole(): Promise<boolean> {
  const { rows } = await pool.query<{ isOld: boolean }>(
    `select current_setting('server_version_num')::int < 160000 as "isOld"`,
  );
  return rows[0]?.isOld === true;
}

test('of many partitions only those of the touched traces are planned, in every statement of a write', async () => {
  // Two traces of two days; then updates that move starts, models and texts, so that every statement runs.
  const seen = await planned([
    [record(0, NOW, NOW), record(1, NOW - 24 * HOUR, NOW)],
    [record(2, NOW + 1, NOW + HOUR), record(3, NOW + 1, NOW + 48 * HOUR)],
  ]);
  const kinds = new Set(seen.map(({ statement }) => statement));
  expect(kinds.size).toBeGreaterThan(10);
  const partitioned = seen.filter(({ partitions }) => partitions.size > 0);
  expect(partitioned.length).toBeGreaterThan(4);
  for (const { statement, partitions } of partitioned) {
    expect([statement, partitions.size <= 2]).toEqual([statement, true]);
  }
});

/** An observation that is new in each such record, and one that the next record of the trace updates. */
const further = (n: number, receivedAt: number): TraceRecord => ({
  ...record(n, receivedAt, NOW),
  traceId: testUuid(1_000 + (n % TRACES)),
});
const TRACES = 400;
const SOME = Array.from({ length: TRACES }, (_, n) => n);
/** Observations of a trace: enough that a look-up of each key seems expensive. */
const STORED = 20;

test('what is stored of many traces is looked up, however few rows of the tables the planner knows of', async () => {
  const stored = Array.from({ length: STORED }, (_, n) => ({ id: testUuid(10_000 + n), counted: true }));
  const [first, second] = [0, 1].map((time) => SOME.map((n) => further(1_000 + n + time * TRACES, NOW + time)));
  await planned([(first ?? []).map((each) => ({ ...each, observations: [...each.observations, ...stored] }))]);
  const seen = await planned([second ?? []]);
  expect(seen.length).toBeGreaterThan(7);
  const read = seen.filter((each) => each.read.length > 0);
  expect(read.length > 0).toBe(await readsFewRowsWhole());
});

test('of traces that are known no row is inserted', async () => {
  const batches = [0, 1].map((time) => SOME.map((n) => further(3_000 + n + time * TRACES, NOW + 2 + time)));
  const inserts = (await planned(batches)).filter(({ statement }) => statement.startsWith('insert into sluice.traces'));
  expect(inserts).toHaveLength(1);
});

test('of traces that are remembered nothing is read, and the row once after the first batch', async () => {
  const one = (n: number): TraceRecord => ({
    ...{ ...further(n, NOW + n), traceId: testUuid(2_000 + (n % TRACES)), updates: [] },
    observations: [{ id: testUuid(20_000 + n), counted: true }],
  });
  const batches = [0, 1, 2, 3].map((time) => SOME.map((n) => one(4_000 + n + time * TRACES)));
  const seen = (await planned(batches)).map(({ statement }) => statement);
  const count = (start: string): number => seen.filter((statement) => statement.startsWith(start)).length;
  const [locks, rows, observations] = ['with locked as', 'select "id", ', 'select o.* from'].map(count);
  expect({ locks, rows, observations }).toEqual({ locks: 3, rows: 1, observations: 0 });
});

test('observations of traces whose calls may repeat each other are looked up by trace', async () => {
  const call = (id: number, scope: string, parentId: string | null): TraceRecord['observations'][number] => ({
    ...{ id: testUuid(id), type: 'GENERATION', counted: true, scope, parentId },
    usage: { input: { input: 100 }, output: { output: 50 } },
  });
  const stored = Array.from({ length: STORED }, (_, n) => ({ id: testUuid(10_000 + n), counted: true }));
  const of = (n: number, observations: TraceRecord['observations']) => ({ ...further(n, NOW), observations });
  await planned([SOME.map((n) => of(5_000 + n, [...stored, call(1, 'a', null)]))]);
  const seen = await planned([SOME.map((n) => of(6_000 + n, [call(2, 'b', testUuid(1))]))]);
  const looks = seen.filter(({ statement }) => /^select o\.\* from unnest.*boolean|set counted/.test(statement));
  expect(looks.map(({ partitions }) => partitions.size)).toEqual([1, 1]);
  expect((await readsFewRowsWhole()) || looks.every(({ read }) => read.length === 0)).toBe(true);
});
