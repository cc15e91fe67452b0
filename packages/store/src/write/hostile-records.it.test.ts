import {
  RecordDecodeError,
  type SluiceRecord,
  type TraceRecord,
  decodeRecord,
  encodeRecord,
  itemCount,
  receiveStamp,
} from '@sluice/record';
import { hostileMessage, testUuid, traceRecord } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import fc from 'fast-check';
import { Pool } from 'pg';
import { indexerPoolConfig } from '../session/pool-config';
import type { StoreBatch } from './port';
import { createTraceIndexer } from './trace-index/index-traces';
import { type TestWriter, openWriter } from './writer.testing';

let writer: TestWriter;

beforeAll(() => {
  writer = openWriter();
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

/** Returns the delivery of a subscriber for these bytes. */
function deliver(bytes: Uint8Array, offset: number): Pick<StoreBatch, 'deliveries' | 'undecodable'> {
  try {
    return { deliveries: [{ offset, record: decodeRecord(bytes) }], undecodable: [] };
  } catch (error) {
    if (!(error instanceof RecordDecodeError)) throw error;
    const letter = { offset, bytes, reason: error.message, recordId: undefined, items: 1, receivedAt: 0 };
    return { deliveries: [], undecodable: [letter] };
  }
}

const itemsIn = (records: readonly SluiceRecord[]) => records.reduce((sum, record) => sum + itemCount(record), 0);

test('every message is stored or becomes a dead letter, and what lies beside it is stored', async () => {
  const store = writer.newStore();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(hostileMessage, { minLength: 1, maxLength: 3 }), async (messages) => {
      const from = await store.position('t', 0);
      const good = traceRecord((n += 1), 0x1000 + n);
      const parts = messages.map((bytes, index) => deliver(bytes, from.nextOffset + index));
      const next = from.nextOffset + messages.length + 1;
      const deliveries = [...parts.flatMap((part) => part.deliveries), { offset: next - 1, record: good }];
      const undecodable = parts.flatMap((part) => part.undecodable);
      const outcome = await store.store({ topic: 't', partition: 0, next, deliveries, undecodable }, from);

      const items = itemsIn(deliveries.map(({ record }) => record)) + undecodable.length;
      expect(outcome.stored + outcome.duplicate + outcome.dead).toBe(items);
      expect((await store.position('t', 0)).nextOffset).toBe(next);
      const { rows } = await writer.owner.query('select from sluice.traces where id = $1', [testUuid(0x1000 + n)]);
      expect(rows).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['a value of metadata', { metadata: new Map([['key', String.raw`"\ud800"`]]) }],
  ['a name in metadata', { metadata: new Map([['a\0', '1']]) }],
])(
  'a record with an escape that Postgres cannot read in %s becomes a dead letter, and all others are indexed',
  async (_, fields) => {
    const store = writer.newStore();
    const indexing = new Pool(indexerPoolConfig(testDatabaseUrl()));
    const hostile = { ...traceRecord(1, 0x3000), updates: [{ stamp: receiveStamp(1, testUuid(1)), fields }] };
    const from = await store.position('t', 0);
    const parts = [hostile, traceRecord(2, 0x3001)].map((record, n) =>
      deliver(encodeRecord(record), from.nextOffset + n),
    );
    const next = from.nextOffset + 2;
    const deliveries = parts.flatMap((part) => part.deliveries);
    const undecodable = parts.flatMap((part) => part.undecodable);
    const outcome = await store.store({ topic: 't', partition: 0, next, deliveries, undecodable }, from);
    const round = createTraceIndexer({ pool: indexing }).round(new AbortController().signal);
    await expect(round.finally(() => indexing.end())).resolves.toMatchObject({ waiting: 0 });
    expect(outcome).toMatchObject({ stored: itemsIn(deliveries.map(({ record }) => record)), dead: 1 });
  },
);

test('a record that a daily sum has no room for becomes a dead letter alone', async () => {
  const store = writer.newStore();
  const counted = (n: number, pages: number): TraceRecord => {
    const record = traceRecord(n, 0x2000);
    return { ...record, observations: [{ id: testUuid(n), counted: true, usage: { other: { pages } } }] };
  };
  const storeNext = async (...records: TraceRecord[]) => {
    const from = await store.position('t', 0);
    const deliveries = records.map((record, n) => ({ offset: from.nextOffset + n, record }));
    const next = from.nextOffset + records.length;
    return store.store({ topic: 't', partition: 0, next, deliveries, undecodable: [] }, from);
  };
  await storeNext(counted(1, 1));
  await writer.owner.query('update sluice.daily_usage set total_tokens = $1', [String(2n ** 63n - 3n)]);

  expect(await storeNext(counted(2, 1), counted(3, 2), counted(4, 1))).toEqual({ stored: 2, duplicate: 0, dead: 1 });

  const { rows: letters } = await writer.owner.query('select record_offset, sqlstate from sluice.ingest_dead_letter');
  expect(letters).toEqual([{ record_offset: '2', sqlstate: '22003' }]);
  const { rows: sums } = await writer.owner.query('select sum(total_tokens) as total from sluice.daily_usage');
  expect(sums).toEqual([{ total: String(2n ** 63n - 1n) }]);
});
