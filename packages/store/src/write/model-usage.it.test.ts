import { type Observation, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/samples';
import { testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { writerPoolConfig } from '../session/pool-config';
import type { ModelUsage } from './port';
import { createPostgresStore } from './postgres-store';

const TRACE = uuid(1);

let pool: Pool;
beforeAll(async () => {
  const owner = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  await owner.query(`delete from sluice.traces; delete from sluice.observations; delete from sluice.trace_usage;
    delete from sluice.daily_usage; delete from sluice.daily_traces; delete from sluice.ingest_offset`);
  await owner.end();
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 }));
});
afterAll(() => pool.end());

function recordOf(n: number, observations: readonly Observation[]): TraceRecord {
  const receivedAt = HISTORY_START + n * 1000;
  const stamp = receiveStamp(receivedAt, uuid(10 + n));
  return {
    kind: 'trace',
    recordId: uuid(10 + n),
    receivedAt,
    traceId: TRACE,
    statements: [{ stamp, fields: {} }],
    tags: [],
    observations,
  };
}

const observation = (id: number, model: string | undefined, input: number, usd: number): Observation => ({
  id: uuid(id),
  counted: true,
  ...(model !== undefined && { model }),
  usage: { input: { input }, output: { output: 1 } },
  costDetails: { total: usd },
});

test('a stored batch tells what it added by model, and nothing of what it said again', async () => {
  const told: ModelUsage[][] = [];
  const store = createPostgresStore({
    pool,
    prices: { version: '', price: () => undefined },
    now: () => HISTORY_START,
    onUsage: (usage) => void told.push([...usage]),
  });
  const add = async (...records: readonly TraceRecord[]): Promise<ModelUsage[]> => {
    const from = await store.position('u', 0);
    const deliveries = records.map((record, index) => ({ offset: from.nextOffset + index, record }));
    const next = from.nextOffset + records.length;
    await store.store({ topic: 'u', partition: 0, next, deliveries, undecodable: [] }, from);
    return told.pop() ?? [];
  };
  expect(
    await add(
      recordOf(0, [observation(2, 'a', 10, 0.5), observation(3, 'a', 5, 0.25), observation(4, undefined, 0, 0)]),
    ),
  ).toEqual([
    { model: 'a', observations: 2, inputTokens: 15, outputTokens: 2, usd: 0.75 },
    { model: '', observations: 1, inputTokens: 0, outputTokens: 1, usd: 0 },
  ]);
  expect(await add(recordOf(1, [observation(2, 'a', 10, 0.5)]))).toEqual([]);
  expect(
    await add(recordOf(2, [{ ...observation(2, 'a', 12, 0.5), startTime: HISTORY_START - 86_400e6 * 3 }])),
  ).toEqual([{ model: 'a', observations: 0, inputTokens: 2, outputTokens: 0, usd: 0 }]);
  expect(await add(recordOf(3, [observation(2, 'b', 12, 0.5)]))).toEqual([
    { model: 'a', observations: -1, inputTokens: -12, outputTokens: -1, usd: -0.5 },
    { model: 'b', observations: 1, inputTokens: 12, outputTokens: 1, usd: 0.5 },
  ]);
});
