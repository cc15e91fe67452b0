import { summaryDisagreements } from '@sluice/contracts';
import type { PriceTable } from '@sluice/pricing';
import type { Observation, TraceRecord } from '@sluice/record';
import { deliveryOf, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { MAX_COMPARED_OBSERVATIONS } from './state/repeated-calls';
import { type TestWriter, openWriter, storeNext } from './writer.testing';

const NOW = Date.UTC(2026, 10, 20) * 1000;

/** A cent a call. */
const prices: PriceTable = {
  version: 'test@1',
  price: () => ({ input: 0, output: 0, total: 0.01, source: 'test@1' }),
};

let writer: TestWriter;
beforeAll(() => void (writer = openWriter({ now: NOW, prices, maxConnections: 2 })));
afterAll(() => writer.close());
beforeEach(() => writer.clear());

/** The n-th record of a test. */
const record = (n: number, ...observations: Observation[]): TraceRecord => ({
  ...{ kind: 'trace', recordId: uuid(0x1000 + n), receivedAt: NOW + n * 1000, traceId: uuid(1) },
  ...{ updates: [], tags: [], observations },
});

/** A call of 100 tokens in and 50 out, as the instrumentation `scope` sends it. */
const call = (id: number, scope: string, parent: number | null, more: Partial<Observation> = {}): Observation => ({
  ...{ id: uuid(id), parentId: parent === null ? null : uuid(parent), type: 'GENERATION', counted: true, scope },
  ...{ model: 'm', usage: { input: { input: 100 }, output: { output: 50 }, other: {}, total: null } },
  ...more,
});
const plain = (id: number, parent: number, more: Partial<Observation> = {}): Observation => ({
  ...{ id: uuid(id), parentId: uuid(parent), type: 'SPAN', counted: true },
  ...more,
});
const wrapper = call(1, 'lone', null, { type: 'AGENT', counted: false });

/** Tokens and cents of the trace, and where observations count that do not as decided from themselves, by their numbers. */
async function stored(): Promise<unknown[]> {
  const { rows } = await writer.owner.query<{ tokens: number; cents: number; elsewhere: unknown }>(
    `select t.total_tokens::int as tokens, (t.total_cost * 100)::int as cents,
       (select json_object_agg(right(o.id::text, 1), right(o.counted_in::text, 1) order by o.id) from sluice.observations o
        where o.trace_id = t.id and o.part = t.part and o.counted_in is not null) as elsewhere
     from sluice.traces t`,
  );
  expect(await summaryDisagreements(writer.owner)).toEqual([]);
  return rows.flatMap(({ tokens, cents, elsewhere }) => [tokens, cents, elsewhere]);
}

const usage = (output: number) => ({ usage: { output: { output } } });

/** Records that are sent, and what is right of them, whatever comes first. */
const CASES: readonly (readonly [string, readonly TraceRecord[], readonly unknown[]])[] = [
  ['a call and its twin', [record(1, call(1, 'a', null)), record(2, call(2, 'b', 1))], [150, 1, { 2: '1' }]],
  [
    'a chain of three, a span between',
    [record(1, call(1, 'a', null)), record(2, plain(2, 1)), record(3, call(3, 'b', 2)), record(4, call(4, 'c', 3))],
    [150, 1, { 3: '1', 4: '3' }],
  ],
  ['one scope', [record(1, call(1, 'a', null)), record(2, call(2, 'a', 1))], [300, 2, null]],
  [
    'a twin whose usage is sent natively later',
    [record(1, call(1, 'a', null), call(2, 'b', 1)), record(2, { id: uuid(2), counted: true, ...usage(50) })],
    [300, 2, null],
  ],
  [
    'a twin that is updated natively, without usage',
    [record(1, call(1, 'a', null), call(2, 'b', 1)), record(2, { id: uuid(2), counted: true, name: 'renamed' })],
    [150, 1, { 2: '1' }],
  ],
  [
    'a call that was a twin before its usage came to be another',
    [
      record(1, call(1, 'a', null), call(2, 'b', 1)),
      record(2, call(2, 'b', 1, { usage: { input: { input: 7 }, output: {}, other: {}, total: null } })),
    ],
    [157, 2, null],
  ],
  [
    'a span between that turns out to be a tool',
    [record(1, call(1, 'a', null), plain(2, 1), call(3, 'b', 2)), record(2, plain(2, 1, { type: 'TOOL' }))],
    [300, 2, null],
  ],
  [
    'a call that moves below another one',
    [record(1, call(1, 'a', null), call(2, 'b', null)), record(2, call(2, 'b', 1))],
    [150, 1, { 2: '1' }],
  ],
  ['a wrapper alone', [record(1, wrapper), record(2, plain(2, 1, { type: 'TOOL' }))], [150, 1, { 1: '1' }]],
  [
    'a wrapper with a call below it',
    [record(1, wrapper), record(2, plain(2, 1, { type: 'TOOL' })), record(3, call(3, 'b', 2, usage(5)))],
    [5, 1, null],
  ],
  [
    'a wrapper that is updated natively',
    [record(1, wrapper), record(2, { id: uuid(1), counted: true, name: 'renamed' })],
    [150, 1, null],
  ],
];

test.each(CASES)('%s', async (_, records, expected) => {
  await writer.storeAll([records]);
  expect(await stored()).toEqual(expected);
  await fc.assert(
    fc.asyncProperty(deliveryOf(records), async (batches) => {
      await writer.clear();
      await writer.storeAll(batches);
      expect(await stored()).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test('what is sent again changes nothing', async () => {
  const records = [record(1, call(2, 'b', 1)), record(2, call(1, 'a', null))];
  await writer.storeAll(records.map((each) => [each]));
  const dump = () => writer.owner.query('select o.*, o.xmin::text from sluice.observations o order by id');
  const { rows } = await dump();
  await writer.storeAll(records.map((each) => [each]));
  expect((await dump()).rows).toEqual(rows);
});

test('two writers that bring a call and its twin at once leave one of them counted', async () => {
  const [one, other] = [writer.newStore(), writer.newStore()];
  const traces = Array.from({ length: 20 }, (_, n) => uuid(100 + n));
  for (const traceId of traces) {
    await Promise.all([
      storeNext(one, [{ ...record(1, call(1, 'a', null)), traceId }], 1),
      storeNext(other, [{ ...record(2, call(2, 'b', 1)), traceId }], 2),
    ]);
  }
  expect(await stored()).toEqual(traces.flatMap(() => [150, 1, { 2: '1' }]));
});

test('another day, model and trace: each keeps its own', async () => {
  const twin = call(2, 'b', 1, { model: 'n', startTime: NOW + 86_400_000_000 });
  await writer.storeAll([[record(1, twin)], [record(2, call(1, 'a', null, { startTime: NOW }))]]);
  expect(await stored()).toEqual([150, 1, { 2: '1' }]);
  const { rows } = await writer.owner.query(
    `select model, observations::int, total_tokens::int as tokens, cost::float8 from sluice.daily_usage order by model`,
  );
  expect(rows).toEqual([
    { model: 'm', observations: 1, tokens: 150, cost: 0.01 },
    { model: 'n', observations: 1, tokens: 0, cost: 0 },
  ]);
  await writer.storeAll([[{ ...record(3, call(2, 'b', 1)), traceId: uuid(2) }]]);
  const { rows: sums } = await writer.owner.query('select total_tokens::int as tokens from sluice.traces order by id');
  expect(sums).toEqual([{ tokens: 150 }, { tokens: 150 }]);
});

test('beyond its bound each call of a trace counts by itself', async () => {
  const more = Array.from({ length: MAX_COMPARED_OBSERVATIONS - 2 }, (_, n) => plain(0x10000 + n, 9));
  await writer.storeAll([[record(1, call(1, 'a', null), call(2, 'b', 1))], [record(2, ...more)]]);
  expect(await stored()).toEqual([150, 1, { 2: '1' }]);
  await writer.storeAll([[record(3, plain(3, 1))]]);
  expect(await stored()).toEqual([300, 2, null]);
  await writer.storeAll([[record(4, call(4, 'c', 1))]]);
  expect(await stored()).toEqual([450, 3, null]);
});

test('what retention has hidden of a trace decides nothing about a new one', async () => {
  await writer.storeAll([[record(1, call(1, 'a', null), call(2, 'b', 1))]]);
  const floor = (part: string) => writer.owner.query(`update sluice.projects set part = ${part} where id = 0`);
  await floor(`(select max(t.part) + 1 from sluice.traces t)`);
  try {
    await writer.storeAll([[record(2, call(2, 'b', 1))], [record(3, plain(3, 2))]]);
    const { rows } = await writer.owner.query(
      `select t.total_tokens::int as tokens, (select sum(d.total_tokens)::int from sluice.daily_usage d) as day from sluice.traces t`,
    );
    expect(rows).toEqual([{ tokens: 150, day: 150 }]);
    await writer.storeAll([[record(4, call(1, 'c', null))]]);
    expect(await stored()).toEqual([150, 1, { 2: '1' }]);
  } finally {
    await writer.owner.query('delete from sluice.orphaned_traces');
    await floor('0');
  }
});
