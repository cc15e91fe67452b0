import { type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { TryAgainError } from './sqlstate';
import { type TestWriter, openWriter, storeNext } from './writer.testing';

const WRITERS = 4;
const BATCHES = 25;
const TRACES = 60;

let writer: TestWriter;

beforeAll(() => {
  writer = openWriter({ maxConnections: WRITERS });
});
afterAll(() => writer.close());
afterEach(() => writer.clear());

/** A record of one observation, the n-th of all. */
const part = (trace: number, n: number): TraceRecord => ({
  kind: 'trace',
  recordId: uuid(10_000 + n),
  receivedAt: HISTORY_START,
  traceId: uuid(trace),
  tags: [],
  updates: [{ stamp: receiveStamp(HISTORY_START, uuid(10_000 + n)), fields: { userId: `u${n}` } }],
  observations: [{ id: uuid(100_000 + n), counted: true }],
});

const counts = async (): Promise<unknown[]> => {
  const { rows } = await writer.owner.query(
    `select t.id, t.observation_count as counted, (select count(*)::integer from sluice.observations o where o.trace_id = t.id) as stored
     from sluice.traces t order by t.id`,
  );
  return rows;
};

test('a trace that was removed since this store saw it is inserted again by the second try', async () => {
  const store = writer.newStore();
  await storeNext(store, [part(1, 1), part(2, 2)]);
  await writer.owner.query('delete from sluice.traces where id = $1', [uuid(1)]);
  await writer.owner.query('delete from sluice.observations where trace_id = $1', [uuid(1)]);
  const next = [part(1, 3), part(2, 4)];
  await expect(storeNext(store, next)).rejects.toThrow(TryAgainError);
  await storeNext(store, next);
  expect(await counts()).toEqual([
    { id: uuid(1), counted: 1, stored: 1 },
    { id: uuid(2), counted: 2, stored: 2 },
  ]);
});

test('writers that know some of the same traces wait for each other in one order', async () => {
  let n = 0;
  const sent = new Map<number, number>();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, number) => {
      const store = writer.newStore();
      for (let batch = 0; batch < BATCHES; batch += 1) {
        // A batch has traces that this writer knows, that another one has made, and that two make at once.
        const traces = Array.from({ length: TRACES }, (__, trace) => trace + batch * 10).filter(
          (trace) => (trace * 7 + number + batch) % 3 > 0,
        );
        const records = traces.map((trace) => part(trace + 1, (n += 1)));
        for (const trace of traces) sent.set(trace + 1, (sent.get(trace + 1) ?? 0) + 1);
        await storeNext(store, records, number);
      }
    }),
  );
  const expected = Array.from(sent, ([trace, stored]) => ({ id: uuid(trace), counted: stored, stored }));
  expect(await counts()).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
});
