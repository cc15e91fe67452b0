import { summaryDisagreements } from '@sluice/contracts';
import type { TraceRecord } from '@sluice/record';
import { testUuid as uuid, traceRecord } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from './writer.testing';

let writer: TestWriter;
let owner: TestWriter['owner'];

beforeAll(() => {
  writer = openWriter({ maxConnections: 2 });
  ({ owner } = writer);
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

/** Returns records of a number of traces of a day and a model, with ids from a number on. */
const tracesFrom = (first: number, count: number): TraceRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    ...traceRecord(first + index),
    observations: [{ id: uuid(1), name: 'call', model: 'most-used', counted: true }],
  }));

const SHARDS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Runs work while another transaction has chosen these shards. */
async function whileChosen(shards: readonly number[], work: () => Promise<void>): Promise<void> {
  const other = await owner.connect();
  try {
    await other.query('begin');
    await other.query(
      `select pg_advisory_xact_lock(hashtextextended('sluice.daily_shard', number)) from unnest($1::integer[]) number`,
      [shards],
    );
    await work();
  } finally {
    await other.query('rollback');
    other.release();
  }
}

const shardsOf = async (table: string): Promise<number[]> =>
  (await owner.query<{ shard: number }>(`select distinct shard from sluice.${table} order by 1`)).rows.map(
    ({ shard }) => shard,
  );

test.each([0, 3, 7])('the traces of a transaction get the shard %d that no other one has chosen', async (free) => {
  await whileChosen(
    SHARDS.filter((shard) => shard !== free),
    () => writer.storeAll([tracesFrom(1, 20)]),
  );
  for (const table of ['traces', 'daily_usage', 'daily_traces']) expect(await shardsOf(table)).toEqual([free]);
  expect(await summaryDisagreements(owner)).toEqual([]);
});

test('transactions go on when all shards are chosen', async () => {
  await whileChosen(SHARDS, () => writer.storeAll([tracesFrom(1, 20)]));
  expect(await shardsOf('daily_traces')).toHaveLength(1);
  expect(await summaryDisagreements(owner)).toEqual([]);
});

test('a transaction does not wait for the daily rows of another one that has not committed', async () => {
  const store = writer.newStore();
  const from = await store.position('t', 0);
  const deliveries = tracesFrom(1, 20).map((record, offset) => ({ offset, record }));
  const other = await owner.connect();
  try {
    await other.query('begin; select from sluice.ingest_offset for update');
    // Its daily rows are written when it waits for its position.
    const first = store.store({ topic: 't', partition: 0, next: 20, deliveries, undecodable: [] }, from);
    await writer.untilWaiting();
    await writer.storeAll([tracesFrom(21, 20)], 1);
    expect((await owner.query('select from sluice.traces')).rowCount).toBe(20);
    await other.query('rollback');
    await first;
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await shardsOf('daily_traces')).toHaveLength(2);
  expect(await summaryDisagreements(owner)).toEqual([]);
});

test('what is sent again and what is changed moves the sums of the shard that the trace has', async () => {
  await whileChosen([0, 1, 2, 3, 4, 5, 6], () => writer.storeAll([tracesFrom(1, 20)]));
  const again = tracesFrom(1, 20).map((record) => ({
    ...record,
    observations: [...record.observations, { id: uuid(2), name: 'second', model: 'most-used', counted: true }],
  }));
  await whileChosen([1, 2, 3, 4, 5, 6, 7], () => writer.storeAll([[...again, ...tracesFrom(21, 1)]]));
  const { rows } = await owner.query('select shard, observations::integer from sluice.daily_usage order by shard');
  expect(rows).toEqual([
    { shard: 0, observations: 1 },
    { shard: 7, observations: 40 },
  ]);
  expect(await summaryDisagreements(owner)).toEqual([]);
});
