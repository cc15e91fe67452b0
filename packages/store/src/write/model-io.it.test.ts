import {
  NIL_UUID,
  type Observation,
  type SpanRank,
  type TraceRecord,
  type TraceUpdate,
  receiveStamp,
  spanStamp,
} from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from './writer.testing';

const NOW = Date.UTC(2026, 10, 20) * 1000;
const TRACE = uuid(1);

let writer: TestWriter;
beforeAll(() => void (writer = openWriter({ now: NOW })));
afterAll(() => writer.close());
beforeEach(() => writer.clear());

/** A span as a gateway reads it. */
interface Sent {
  readonly id: number;
  readonly rank: 0 | 'plain' | 'product' | 'native';
  readonly type: 'GENERATION' | 'AGENT' | 'SPAN' | 'TOOL' | undefined;
  readonly start: number;
  readonly end: number | undefined;
  readonly input: boolean;
  readonly output: boolean;
}

const SIDES = ['input', 'output'] as const;

/** The n-th record of a test; later ones are received later. */
function recordOf({ id, rank, type, start, end, input, output }: Sent, n: number): TraceRecord {
  const recordId = uuid(0x1000 + n);
  const receivedAt = NOW + n;
  const observation: Observation = {
    id: uuid(id),
    counted: true,
    startTime: NOW + start,
    ...(type && { type }),
    ...(end !== undefined && { endTime: NOW + end }),
    ...(input && { input: `"input ${id}"` }),
    ...(output && { output: `"output ${id}"` }),
  };
  const stamp = (of: SpanRank) => spanStamp(of, NOW + start, uuid(id), receivedAt, recordId);
  const updates = SIDES.flatMap<TraceUpdate>((side) => {
    if (rank === 'native') return [];
    if (observation[side] !== undefined) {
      return [{ stamp: stamp(rank === 0 ? 0 : 2), fields: { [side]: { observationId: uuid(id) } } }];
    }
    if (rank === 0) return [];
    return [{ stamp: stamp(rank === 'plain' ? 'openRoot' : 'root'), fields: { [side]: { none: true } } }];
  });
  const native = rank === 'native' ? [{ stamp: receiveStamp(receivedAt, recordId), fields: { name: 'native' } }] : [];
  return {
    ...{ kind: 'trace', recordId, receivedAt, traceId: TRACE, tags: [] },
    updates: [...updates, ...native],
    observations: [observation],
  };
}

/** The contract's rule in plain code, over what is stored of each span. */
function expected(sent: readonly Sent[]): (string | null)[] {
  const stored = new Map<number, Sent & { readonly order: number }>();
  sent.forEach((each, order) => {
    const before = stored.get(each.id);
    stored.set(each.id, {
      ...each,
      order,
      type: each.type ?? before?.type,
      end: each.end ?? before?.end,
      input: each.input || (before?.input ?? false),
      output: each.output || (before?.output ?? false),
    });
  });
  return SIDES.map((side) => {
    const first = (some: readonly Sent[], key: (span: Sent) => number): string | undefined => {
      const [found] = [...some].sort((a, b) => key(a) - key(b) || a.id - b.id);
      return found && uuid(found.id);
    };
    const having = (some: readonly Sent[]) => some.filter((span) => span[side]);
    const roots = sent.filter(({ rank }) => rank === 'plain' || rank === 'product');
    const value = first(having(roots), ({ start }) => start);
    if (value !== undefined) return value;
    if (roots.some(({ rank }) => rank === 'product')) return NIL_UUID;
    if (roots.length === 0) {
      return first(having(sent.filter(({ rank }) => rank === 0)), ({ start }) => start) ?? null;
    }
    const finish = ({ start, end }: Sent): number => Math.max(start, end ?? start);
    const key = side === 'input' ? ({ start }: Sent) => start : (span: Sent) => -finish(span);
    const calls = having([...stored.values()]);
    const best = (type: Sent['type']) =>
      first(
        calls.filter((each) => each.type === type),
        key,
      );
    return best('GENERATION') ?? best('AGENT') ?? NIL_UUID;
  });
}

async function stored(): Promise<unknown[]> {
  const { rows } = await writer.owner.query<{ input_from: string | null; output_from: string | null }>(
    'select input_from, output_from from sluice.traces',
  );
  return [rows[0]?.input_from, rows[0]?.output_from];
}

const sentSpan: fc.Arbitrary<Sent> = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  rank: fc.constantFrom<Sent['rank']>(0, 0, 0, 'plain', 'plain', 'product', 'native'),
  type: fc.constantFrom('GENERATION', 'GENERATION', 'AGENT', 'SPAN', 'TOOL', undefined),
  start: fc.integer({ min: 0, max: 4 }),
  end: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  input: fc.boolean(),
  output: fc.boolean(),
});

/** Records in any order, in batches of any size, some of them twice. */
const delivery = fc.array(sentSpan, { minLength: 1, maxLength: 10 }).chain((sent) =>
  fc.record({
    sent: fc.constant(sent),
    order: fc
      .shuffledSubarray([...sent.keys()], { minLength: sent.length })
      .chain((order) => fc.array(fc.nat(sent.length - 1), { maxLength: 3 }).map((again) => [...order, ...again])),
    size: fc.integer({ min: 1, max: 4 }),
  }),
);

test('a trace whose plain root has no value takes that of its model calls, in any order of arrival and after updates', async () => {
  await fc.assert(
    fc.asyncProperty(delivery, async ({ sent, order, size }) => {
      await writer.clear();
      const records = order.map((n) => recordOf(sent[n] as Sent, n));
      const batches = Array.from({ length: Math.ceil(records.length / size) }, (_, n) =>
        records.slice(n * size, (n + 1) * size),
      );
      await writer.storeAll(batches);
      expect(await stored()).toEqual(expected(sent));
    }),
    { numRuns: 60 },
  );
});

test('the choice moves when the call that was chosen gets worse, and other traces of the batch keep theirs', async () => {
  const span = (id: number, more: Partial<Sent>): Sent => ({
    ...{ id, rank: 0, type: 'GENERATION', start: id, end: id + 10, input: true, output: true },
    ...more,
  });
  const root = span(1, { rank: 'plain', type: 'SPAN', input: false, output: false });
  // The third is chosen for nothing, and is not in the next batch.
  await writer.storeAll([[root, span(2, {}), span(3, {}), span(4, {})].map(recordOf)]);
  expect(await stored()).toEqual([uuid(2), uuid(4)]);
  await writer.storeAll([[recordOf(span(2, { start: 8, end: 30 }), 10)]]);
  expect(await stored()).toEqual([uuid(3), uuid(2)]);
  const other = { ...recordOf(span(7, { rank: 'plain' }), 12), traceId: uuid(2) };
  await writer.storeAll([[other, recordOf(span(4, { start: 2 }), 11)]]);
  const { rows } = await writer.owner.query<{ from: string }>(
    'select input_from as from from sluice.traces order by id',
  );
  expect(rows.map(({ from }) => from)).toEqual([uuid(4), uuid(7)]);
});
