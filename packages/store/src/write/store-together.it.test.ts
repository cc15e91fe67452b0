import { HISTORY_START as NOW, testUuid as uuid, traceRecord } from '@sluice/testbed/samples';
import { type FencedBatch, OffsetConflictError } from './port';
import { TryAgainError } from './sqlstate';
import { type TestWriter, openWriter } from './writer.testing';

let writer: TestWriter;
let owner: TestWriter['owner'];

beforeAll(() => {
  writer = openWriter({ maxConnections: 2 });
  ({ owner } = writer);
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

/** A record of a trace with these observations, received in the order of `n`. */
const record = (n: number, trace: number, ids: readonly number[], name = 'call') => ({
  ...traceRecord(n, trace),
  observations: ids.map((id) => ({ id: uuid(id), name, counted: true })),
});

const batchOf = (partition: number, records: readonly ReturnType<typeof record>[], nextOffset = 0): FencedBatch => ({
  batch: {
    topic: 't',
    partition,
    next: nextOffset + records.length,
    deliveries: records.map((each, index) => ({ offset: nextOffset + index, record: each })),
    undecodable: [],
  },
  from: { epoch: 0, nextOffset },
});

async function newPartitions(count: number) {
  const store = writer.newStore();
  for (let partition = 0; partition < count; partition += 1) await store.position('t', partition);
  return store;
}

const observations = async () => (await owner.query<{ id: string }>('select id from sluice.observations')).rows.length;
const ledger = async () =>
  (
    await owner.query<object>(
      'select "partition", next_offset::int as next, stored::int, duplicate::int, dead::int from sluice.ingest_offset order by 1',
    )
  ).rows;

test('partitions are stored in one transaction, and the ledger of each counts what is its own', async () => {
  const store = await newPartitions(2);
  const [known, update] = [record(1, 1, [1, 2]), record(2, 2, [3])];
  const first = await store.storeTogether([batchOf(0, [known]), batchOf(1, [update])]);
  expect(first).toEqual([2, 1].map((stored) => ({ stored, duplicate: 0, dead: 0 })));
  const { rows } = await owner.query('select count(distinct xmin::text)::int as transactions from sluice.traces');
  expect(rows).toEqual([{ transactions: 1 }]);

  const damaged = {
    offset: 3,
    bytes: Uint8Array.of(1),
    reason: 'damaged',
    recordId: undefined,
    items: 4,
    receivedAt: NOW,
  };
  const one = batchOf(0, [record(3, 3, [4]), record(4, 2, [5])], 1);
  const two = batchOf(1, [known, update], 1);
  const again = await store.storeTogether([one, { ...two, batch: { ...two.batch, next: 4, undecodable: [damaged] } }]);
  expect(again).toEqual([
    { stored: 2, duplicate: 0, dead: 0 },
    { stored: 0, duplicate: 3, dead: 4 },
  ]);
  expect(await ledger()).toEqual([
    { partition: 0, next: 3, stored: 4, duplicate: 0, dead: 0 },
    { partition: 1, next: 4, stored: 1, duplicate: 3, dead: 4 },
  ]);
  expect(await observations()).toBe(5);
  const letters = await owner.query('select "partition", record_offset::int as at from sluice.ingest_dead_letter');
  expect(letters.rows).toEqual([{ partition: 1, at: 3 }]);
});

test('one that does not stand where it should leaves nothing behind of the others', async () => {
  const store = await newPartitions(3);
  await store.store(batchOf(1, [record(1, 1, [1])]).batch, { epoch: 0, nextOffset: 0 });
  const before = await ledger();
  const all = [0, 1, 2].map((partition) => batchOf(partition, [record(2 + partition, 2 + partition, [2 + partition])]));
  await expect(store.storeTogether(all)).rejects.toThrow(OffsetConflictError);
  expect(await ledger()).toEqual(before);
  expect(await observations()).toBe(1);
});

test('one that was declared again leaves nothing behind of the others', async () => {
  const store = await newPartitions(2);
  await owner.query(`insert into sluice.ingest_offset (topic, epoch, "partition", next_offset) values ('t', 1, 1, 0)`);
  const both = [0, 1].map((partition) => batchOf(partition, [record(1 + partition, 1 + partition, [1])]));
  await expect(store.storeTogether(both)).rejects.toThrow(OffsetConflictError);
  expect(await observations()).toBe(0);
});

test('a record that Postgres refuses fails all, and alone it becomes a dead letter', async () => {
  const store = await newPartitions(2);
  // A text of Postgres holds no NUL.
  const both = [batchOf(0, [record(1, 1, [1])]), batchOf(1, [record(2, 2, [2], 'a\u0000b'), record(3, 3, [3])])];
  await expect(store.storeTogether(both)).rejects.toThrow(TryAgainError);
  expect(await observations()).toBe(0);
  const outcomes = [];
  for (const { batch, from } of both) outcomes.push(await store.store(batch, from));
  expect(outcomes).toEqual([
    { stored: 1, duplicate: 0, dead: 0 },
    { stored: 1, duplicate: 0, dead: 1 },
  ]);
});

test('positions are locked in one order, whatever the order of the batches', async () => {
  const store = await newPartitions(3);
  const other = await owner.connect();
  try {
    await other.query('begin; select from sluice.ingest_offset where "partition" = 2 for update');
    const stored = store.storeTogether(
      [2, 0, 1].map((partition) => batchOf(partition, [record(partition, partition, [1])])),
    );
    await writer.untilWaiting();
    const free = await owner.query('select from sluice.ingest_offset for update skip locked');
    expect(free.rows).toEqual([]);
    await other.query('rollback');
    await stored;
  } finally {
    await other.query('rollback');
    other.release();
  }
});
