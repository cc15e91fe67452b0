import { type SluiceRecord, type TraceRecord, receiveStamp } from '@sluice/record';
import { testUuid, traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool, type QueryResult, type QueryResultRow } from 'pg';
import { runCommand } from './run-command.testing';

const DAY = 86_400_000_000;
const NOW = Date.now() * 1000;
export const timeAgo = (days: number): number => NOW - days * DAY;
export const dayAgo = (days: number): string => new Date(timeAgo(days) / 1000).toISOString().slice(0, 10);

/**
 * Runs work that depends on the current day of the command's clock; repeats it if it failed and midnight has passed meanwhile.
 * @param work receives that day
 */
export async function withinADay(work: (today: string) => Promise<void>): Promise<void> {
  const dayNow = (): string => new Date().toISOString().slice(0, 10);
  const today = dayNow();
  await work(today).catch(async (error: unknown) => {
    if (dayNow() === today) throw error;
    await work(dayNow());
  });
}

/** Runs a command of `sluice partitions` with all rights. */
export const partitions = (...args: readonly string[]) =>
  runCommand(['partitions', ...args], { DATABASE_URL: testDatabaseUrl() });

/** Makes a trace that was first received `days` ago. */
export const trace = (n: number, days: number): TraceRecord => ({ ...traceRecord(n), receivedAt: timeAgo(days) });

/** Makes a point that was received and measured `days` ago. */
export const points = (n: number, days: number): SluiceRecord => ({
  kind: 'metric',
  recordId: testUuid(0x20000 + n),
  receivedAt: timeAgo(days),
  points: [{ name: `metric ${n}`, labels: new Map([['a', 'b']]), value: n, timestamp: timeAgo(days) }],
});

/** Makes a score that was received `days` ago. */
export const score = (n: number, days: number): SluiceRecord => ({
  kind: 'score',
  recordId: testUuid(0x30000 + n),
  receivedAt: timeAgo(days),
  scores: [
    {
      ...{
        id: `score ${n}`,
        stamp: receiveStamp(timeAgo(days), testUuid(n)),
        name: 'quality',
        timestamp: timeAgo(days),
      },
      ...{ dataType: 'NUMERIC', value: n, source: 'API' },
    },
  ],
});

/** Database of the test file, without traces and points before each test. */
export function useDays() {
  let writer: Pool;
  let owner: Pool;
  beforeAll(() => {
    owner = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
    writer = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 2 }));
  });
  afterAll(() => Promise.all([owner.end(), writer.end()]));
  beforeEach(async () => {
    await owner.query(`delete from sluice.traces; delete from sluice.trace_io; delete from sluice.text_packs; delete from sluice.observations;
      delete from sluice.trace_usage; delete from sluice.daily_usage; delete from sluice.daily_traces;
      truncate sluice.metric_series, sluice.metric_points, sluice.metric_receipts, sluice.scores;
      update sluice.retention_floor set part = 0, closed_below = 0`);
  });
  const query = <Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<QueryResult<Row>> =>
    owner.query<Row>(sql, values);
  return {
    query,
    connect: () => owner.connect(),
    /** Stores records as the writer does. */
    store: async (...records: readonly SluiceRecord[]): Promise<void> => {
      const prices = { version: 'none', price: () => undefined };
      const store = createPostgresStore({ pool: writer, prices, now: () => NOW, isPacked: () => true });
      const from = await store.position('t', 0);
      const deliveries = records.map((record, index) => ({ offset: from.nextOffset + index, record }));
      const next = from.nextOffset + records.length;
      await store.store({ topic: 't', partition: 0, next, deliveries, undecodable: [] }, from);
    },
    /** Runs work with the URL of a login that is a member of one role only. */
    asMember: async <T>(role: string, work: (url: URL) => Promise<T>): Promise<T> => {
      const url = new URL(testDatabaseUrl());
      url.username = `member_${process.pid}`;
      url.password = 'password-of-a-test';
      await query(`create role ${url.username} login password '${url.password}'; grant ${role} to ${url.username}`);
      try {
        return await work(url);
      } finally {
        await query(`drop role ${url.username}`);
      }
    },
  };
}
