import { indexDisagreements, summaryDisagreements, textDisagreements } from '@sluice/contracts';
import type { SluiceRecord } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { indexerPoolConfig, writerPoolConfig } from '../../session/pool-config';
import { DAY, type Database, HOUR, openDatabase, partOf, points, traceReceived } from '../retention/retention.testing';
import { createTraceIndexer } from './index-traces';
import { createMetricRollup } from '../metric-rollup/metric-rollup';

/** Present time, as on the clock of the database: hours of points are rolled up when they are over. */
const NOW = Date.now() * 1000;
/** The days before it that have partitions of their own. */
const DAYS = 6;
const NAMES = ['a', 'b', 'c'];
/** Old and new ones, of times long ago. */
const LATE = 0x900000;
const { signal } = new AbortController();

let database: Database;
let pools: Pool[];
beforeAll(() => {
  database = openDatabase();
  pools = [
    new Pool(indexerPoolConfig(testDatabaseUrl())),
    new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 })),
  ];
});
afterAll(() => Promise.all([database.close(), ...pools.map((pool) => pool.end())]));
beforeEach(() => database.clear());

function openIndexers() {
  const [traces, metrics] = pools as [Pool, Pool];
  const indexer = createTraceIndexer({ pool: traces, maxKeys: 20, analyzeAfter: 100, idleMs: 0 });
  const metricRollup = createMetricRollup({ pool: metrics, most: 4 });
  return {
    traces: () => indexer.round(signal),
    metrics: () => metricRollup.run(signal),
    all: async () => {
      for (let left = true; left;) {
        const outcome = await indexer.round(signal);
        left = outcome?.isComplete !== true || outcome.indexed + outcome.waiting > 0 || outcome.rolledUp;
      }
      while ((await metricRollup.run(signal))?.left !== 'nothing');
    },
  };
}

/** Sends records as a project's own; undefined: the default project. */
type SendOf = (records: readonly SluiceRecord[], partition?: number) => Promise<void>;
const sendOf = (project: string | undefined): SendOf => {
  const store = database.newStore(NOW);
  return (records, partition) =>
    database.send(
      project === undefined ? records : records.map((record) => ({ ...record, project })),
      store,
      partition,
    );
};

/** Points of each hour and a trace of every other one, received then. */
async function storeDays(send: SendOf): Promise<void> {
  const hours = Array.from({ length: DAYS * 24 }, (_, n) => n + 1);
  await send(hours.map((n) => traceReceived(n, NOW - n * HOUR)).filter((_, n) => n % 2 === 0));
  for (const n of hours) {
    const at = NOW - n * HOUR;
    await send(NAMES.map((name, k) => points(10 * n + k, at, [at, at + 7], name)));
  }
}

/** Late points of days that expire, and late spans of their traces, as long as `isOver` is not. */
async function writeLate(send: SendOf, isOver: () => boolean): Promise<void> {
  for (let n = 1; !isOver(); n += 1) {
    const at = NOW - (n % (DAYS * 24)) * HOUR;
    const receivedAt = n % 3 === 0 ? at : NOW;
    await send(
      [
        points(LATE + n, receivedAt, [at], NAMES[n % 3]),
        traceReceived(1 + 2 * (n % (DAYS * 12)), receivedAt, [LATE + n]),
      ],
      1,
    );
  }
}

async function disagreements(expiredBelow: number): Promise<unknown[]> {
  const { owner } = database;
  return [
    ...(await summaryDisagreements(owner, { expiredBelow })),
    ...(await indexDisagreements(owner)),
    ...(await textDisagreements(owner, { expiredBelow })),
  ];
}

test.each([
  ['of all projects', undefined],
  ['of one project', 'acme'],
])('what expires %s while it is written and indexed is in no table that reads use', async (_, project) => {
  const indexers = openIndexers();
  const send = sendOf(project);
  const expire = (days: number) =>
    project === undefined
      ? database.run(days, { now: NOW })
      : database.run(undefined, { now: NOW, daysOf: { [project]: days } });
  await storeDays(send);
  await indexers.all();
  const hoursOf = async () => Number((await database.column('select count(*)::integer from sluice.metric_hours'))[0]);
  expect(await hoursOf()).toBeGreaterThan(DAYS * 23 * NAMES.length);

  let isOver = false;
  let compared = 0;
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await work();
  };
  const atOnce = [
    repeat(indexers.traces),
    repeat(indexers.metrics),
    writeLate(send, () => isOver),
    repeat(async () => {
      expect(await disagreements(partOf(NOW))).toEqual([]);
      compared += 1;
    }),
  ];
  const dropped = { metricDays: 0, points: 0, traces: 0, partitions: 0 };
  try {
    // Until much was removed in parallel to writers; the time for that depends on the machine.
    const isEnough = () => compared >= 5 && dropped.points > 100 && dropped.traces > 30;
    for (let hours = DAYS * 24; hours >= 24 || !isEnough(); hours -= 6) {
      const outcome = await Promise.race([
        expire(Math.max(hours, 24) / 24),
        Promise.all(atOnce).then(() => {
          throw new Error('nobody is at work any more');
        }),
      ]);
      for (const what of Object.keys(dropped) as (keyof typeof dropped)[]) dropped[what] += outcome.dropped[what] ?? 0;
    }
  } finally {
    isOver = true;
    await Promise.allSettled(atOnce);
  }
  await Promise.all(atOnce);
  // Partitions of each of three tables; those of one project hold what others keep.
  const goesByPartition = project === undefined;
  expect([dropped.metricDays > 1, dropped.partitions > 2 * 3]).toEqual([goesByPartition, goesByPartition]);

  await indexers.all();
  expect(await disagreements(partOf(NOW - DAY))).toEqual([]);
  expect(await hoursOf()).toBeLessThan(DAYS * 23 * NAMES.length);
  expect(await database.column('select count(*)::integer from sluice.trace_index_entries')).toEqual(
    await database.column('select count(*)::integer from sluice.traces'),
  );
  expect(
    await database.column(`select count(*)::integer from sluice.traces where coalesce(public_id, id) = '${uuid(1)}'`),
  ).toEqual([1]);
});
