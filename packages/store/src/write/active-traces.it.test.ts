import { type Observation, type TraceRecord, receiveStamp, spanStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { summaryDisagreements } from '@sluice/contracts';
import fc from 'fast-check';
import { OffsetConflictError, type RecordStore } from './port';
import { type TestWriter, openWriter, storeNext } from './writer.testing';

let writer: TestWriter;

beforeAll(() => {
  writer = openWriter({ maxConnections: 2 });
});
afterAll(() => writer.close());
afterEach(() => writer.clear());

/** Record of a history, without what its place decides. */
interface Sent {
  readonly trace: number;
  readonly observations: readonly Partial<Observation>[];
  readonly update: TraceRecord['updates'][number]['fields'];
  /** The update is that of a root without input and output: these are those of model calls. */
  readonly isOpen: boolean;
  readonly tags: readonly string[];
}

/** A batch, the writer that stores it, and whether a first attempt of it is rolled back. */
interface Step {
  readonly records: readonly Sent[];
  readonly writer: 0 | 1;
  readonly fails: boolean;
}

const maybe = <T>(values: fc.Arbitrary<T>, freq = 2) => fc.option(values, { nil: undefined, freq });
const rarely = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const text = fc.constantFrom('"i"', JSON.stringify('long '.repeat(400)), JSON.stringify('other '.repeat(400)));
const observation = fc
  .record({
    id: fc.integer({ min: 1, max: 8 }).map((n) => uuid(1000 + n)),
    parentId: fc.constantFrom(null, undefined, uuid(1001), uuid(1002)),
    isRoot: fc.constantFrom(true, undefined),
    name: maybe(fc.constantFrom('a', 'b')),
    type: fc.constantFrom('SPAN', 'GENERATION', 'GENERATION', undefined),
    model: fc.constantFrom('m', 'n', undefined),
    level: fc.constantFrom('ERROR', 'WARNING', undefined),
    startTime: maybe(fc.integer({ min: -2, max: 2 }).map((days) => HISTORY_START + days * 43_200e6)),
    endTime: maybe(fc.integer({ min: 0, max: 4 }).map((seconds) => HISTORY_START + seconds * 1e6)),
    input: maybe(text),
    output: maybe(text),
    usage: maybe(fc.record({ input: fc.record({ input: fc.nat(9) }) })),
    scope: rarely(fc.constantFrom('s', 't')),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
const sent: fc.Arbitrary<Sent> = fc
  .record({
    trace: fc.integer({ min: 1, max: 2 }),
    observations: fc.uniqueArray(observation, { maxLength: 3, selector: ({ id }) => id as string }),
    update: fc.oneof(
      { weight: 12, arbitrary: fc.constant({}) },
      fc.record({ userId: fc.constantFrom('u', 'v') }),
      { weight: 4, arbitrary: fc.record({ input: text.map((each) => ({ text: each })) }) },
      fc.record({ metadata: fc.record({ k: fc.constantFrom('1', '2') }).map((some) => new Map(Object.entries(some))) }),
      fc.record({ timestamp: fc.constantFrom(HISTORY_START, HISTORY_START + 86_400e6) }),
    ),
    isOpen: rarely(fc.constant(true)).map((each) => each === true),
    tags: rarely(fc.constantFrom('t', 'u')).map((tag) => (tag === undefined ? [] : [tag])),
  })
  .map((each) => (each.isOpen ? { ...each, update: { input: { none: true }, output: { none: true } } } : each));
const history: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    records: fc.array(sent, { minLength: 1, maxLength: 2 }),
    writer: rarely(fc.constant(1 as const)).map((each) => each ?? 0),
    fails: rarely(fc.constant(true)).map((each) => each === true),
  }),
  { minLength: 6, maxLength: 12 },
);

const recordsOf = ({ records }: Step, step: number): TraceRecord[] =>
  records.map(({ trace, observations, update, isOpen, tags }, index) => {
    const recordId = uuid(10_000 + 10 * step + index);
    const receivedAt = HISTORY_START + 1000 * step;
    const stamp = isOpen
      ? spanStamp('openRoot', HISTORY_START, uuid(1001), receivedAt, recordId)
      : receiveStamp(receivedAt, recordId);
    return {
      kind: 'trace',
      recordId,
      receivedAt,
      traceId: uuid(trace),
      tags,
      updates: Object.keys(update).length === 0 ? [] : [{ stamp, fields: update }],
      observations: observations.map((each) => ({ counted: true, ...each }) as Observation),
    };
  });

/** Fails behind all statements of a batch, so that its rows are rolled back. */
async function failNext(store: RecordStore, records: readonly TraceRecord[], partition: number): Promise<void> {
  const { epoch, nextOffset } = await store.position('t', partition);
  const deliveries = records.map((record, index) => ({ offset: nextOffset + 5 + index, record }));
  const batch = { topic: 't', partition, next: nextOffset + 100, deliveries, undecodable: [] };
  await expect(store.store(batch, { epoch, nextOffset: nextOffset + 5 })).rejects.toThrow(OffsetConflictError);
}

const SUMS = ['traces', 'observations', 'input_tokens', 'output_tokens', 'total_tokens', 'cost'];

/** Reads all rows. The shard depends on the connection. */
async function rowsStored(): Promise<unknown[]> {
  const read = async (sql: string) => (await writer.owner.query<{ row: unknown }>(sql)).rows.map(({ row }) => row);
  const tables = ['traces', 'trace_io', 'text_packs', 'observations', 'trace_usage'];
  return [
    ...(await Promise.all(
      tables.map((table) =>
        read(`select to_jsonb(x) - 'shard' as row from sluice.${table} x order by x::text collate "C"`),
      ),
    )),
    await read(`select jsonb_build_array(trace_day, day, model, ${SUMS.map((name) => `sum(${name})`).join(', ')}) as row
      from sluice.daily_usage group by trace_day, day, model order by 1`),
    await read('select jsonb_build_array(day, sum(traces)) as row from sluice.daily_traces group by day order by 1'),
  ];
}

test('a writer that remembers traces stores what writers store that remember nothing', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const batches = steps.map(recordsOf);
      for (const records of batches) await storeNext(writer.newStore(), records);
      const expected = await rowsStored();
      await writer.clear();

      const stores = [writer.newStore(), writer.newStore()] as const;
      for (const [index, step] of steps.entries()) {
        const [store, records] = [stores[step.writer], batches[index] ?? []];
        if (step.fails) await failNext(store, records, step.writer);
        await storeNext(store, records, step.writer);
      }
      expect(await rowsStored()).toEqual(expected);
      expect(await summaryDisagreements(writer.owner)).toEqual([]);
      await writer.clear();
    }),
    { numRuns: 40 },
  );
});

/** A record with one observation of a trace. */
const part = (n: number, trace = 1): TraceRecord => ({
  ...{ kind: 'trace', recordId: uuid(10_000 + n), receivedAt: HISTORY_START + n, traceId: uuid(trace), tags: [] },
  ...{ updates: [], observations: [{ id: uuid(1000 + n), counted: true }] },
});

const counted = async (): Promise<unknown> =>
  (await writer.owner.query('select observation_count as n from sluice.traces')).rows;

test('writers that wait for each other read what the other one has stored', async () => {
  const stores = [writer.newStore(), writer.newStore()];
  let n = 0;
  for (const [partition, store] of stores.entries()) await storeNext(store, [part((n += 1))], partition);
  await Promise.all(
    stores.map(async (store, partition) => {
      for (let times = 0; times < 40; times += 1) await storeNext(store, [part((n += 1))], partition);
    }),
  );
  expect(await counted()).toEqual([{ n }]);
  expect(await summaryDisagreements(writer.owner)).toEqual([]);
});

test('an observation that is stored without a change of its trace is found by the second attempt', async () => {
  const store = writer.newStore();
  await storeNext(store, [part(1)]);
  await storeNext(store, [part(2)]);
  await writer.owner.query(
    `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
     select part, trace_id, $1, counted, created_at, updated_at, stamp from sluice.observations limit 1`,
    [uuid(1003)],
  );
  await storeNext(store, [part(3)]);
  expect((await writer.owner.query('select message from sluice.ingest_dead_letter')).rows).toEqual([]);
});

test('a row that its operator changes is read again', async () => {
  const store = writer.newStore();
  for (const n of [1, 2, 3]) await storeNext(store, [part(n)]);
  await writer.owner.query('update sluice.traces set observation_count = 100');
  await storeNext(store, [part(4)]);
  expect(await counted()).toEqual([{ n: 101 }]);
});

test('usage that is removed without a change of its trace is written by the second attempt', async () => {
  const store = writer.newStore();
  for (const n of [1, 2]) await storeNext(store, [part(n)]);
  await writer.owner.query('delete from sluice.trace_usage');
  await expect(storeNext(store, [part(3)])).rejects.toThrow('usage of a trace was removed');
  await storeNext(store, [part(3)]);
  expect((await writer.owner.query('select sum(observations)::integer as n from sluice.trace_usage')).rows).toEqual([
    { n: 1 },
  ]);
});
