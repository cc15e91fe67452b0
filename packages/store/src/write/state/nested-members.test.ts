import { type JsonText, type Stamp, eventStamp, parseJson, receiveStamp, splitMembers } from '@sluice/record';
import { growthOf } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { GrowingMetadata, type MetadataUpdate } from './growing-metadata';

const stampAt = (at: number, isEvent: boolean): Stamp =>
  isEvent ? eventStamp({ at, isUpdate: true, index: 0, eventId: 'e' }) : receiveStamp(at, testUuid(at));

/** Metadata of one record: of an event, or of another source. */
interface Write {
  readonly at: number;
  readonly isEvent: boolean;
  readonly text: JsonText;
}

const updateOf = ({ at, isEvent, text }: Write): MetadataUpdate => ({
  members: splitMembers(text),
  ...{ stamps: new Map(), stamp: stampAt(at, isEvent), receivedAt: at },
});

function reread(growing: GrowingMetadata | undefined): GrowingMetadata {
  const stamps = new Map(growing?.stamps());
  const nested = new Map(growing?.nestedStamps());
  return new GrowingMetadata({
    members: growing?.result(),
    stampOf: (key) => stamps.get(key) ?? '',
    nestedOf: (key) => nested.get(key),
    leftOut: growing?.leftOut,
  });
}

/** Adds writes one after the other, to what is read back after each of `cuts` as it would be stored. */
function grow(writes: readonly Write[], cuts: ReadonlySet<number> = new Set()): GrowingMetadata {
  let growing = reread(undefined);
  writes.forEach((write, n) => {
    growing.add(updateOf(write));
    if (cuts.has(n)) growing = reread(growing);
  });
  return growing;
}

const valueOf = (growing: GrowingMetadata): unknown =>
  Object.fromEntries(Array.from(growing.result(), ([key, text]) => [key, parseJson(text)]));
const stampsOf = (growing: GrowingMetadata): unknown => [
  new Map(growing.stamps()),
  new Map(growing.nestedStamps()),
  growing.leftOut,
];

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mergeDeeply = (a: unknown, b: unknown): unknown =>
  isObject(a) && isObject(b)
    ? Object.fromEntries([...Object.keys(a), ...Object.keys(b)].map((key) => [key, memberOf(a, b, key)]))
    : b;
const memberOf = (a: Json, b: Json, key: string): unknown => {
  if (!Object.hasOwn(b, key)) return a[key];
  return Object.hasOwn(a, key) ? mergeDeeply(a[key], b[key]) : b[key];
};

/** Rule of the contract in plain code: in the order of their times, those of events merge deeply, others by top-level key. */
function expectedOf(writes: readonly Write[]): unknown {
  const ordered = writes.toSorted((a, b) => a.at - b.at);
  return ordered.reduce<Json>((merged, { isEvent, text }) => {
    const sent = JSON.parse(text) as Json;
    return isEvent ? (mergeDeeply(merged, sent) as Json) : Object.fromEntries([merged, sent].flatMap(Object.entries));
  }, {});
}

const key = fc.constantFrom('a', 'b', 'a.b', '__proto__');
const { object } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(1, 'text', null, [1], [{ a: 1 }]), tie('object')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
}));
const space = fc.constantFrom(undefined, 1);
const writes = fc.uniqueArray(
  fc.record({
    at: fc.nat({ max: 9 }),
    isEvent: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    text: fc.tuple(object, space).map(([value, indent]) => JSON.stringify(value, null, indent)),
  }),
  { minLength: 1, maxLength: 6, selector: ({ at }) => at },
);
const arrivals = writes.chain((all) =>
  fc.tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.array(fc.nat(5)), fc.constant(all)),
);

test('metadata of events merges deeply, in any order of arrival and wherever batches end; that of others by top-level key', () => {
  fc.assert(
    fc.property(arrivals, ([arrived, cuts, all]) => {
      const growing = grow(arrived, new Set(cuts));
      expect(valueOf(growing)).toEqual(expectedOf(all));
      expect(stampsOf(growing)).toEqual(stampsOf(grow(all)));
    }),
    { numRuns: 5000 },
  );
});

test('metadata that comes again changes nothing, not even a byte', () => {
  fc.assert(
    fc.property(arrivals, ([arrived, cuts, all]) => {
      const growing = reread(grow(arrived, new Set(cuts)));
      const before = [[...growing.result()], stampsOf(growing)];
      expect(all.map((write) => growing.add(updateOf(write)))).toEqual(all.map(() => false));
      expect([[...growing.result()], stampsOf(growing)]).toEqual(before);
    }),
    { numRuns: 3000 },
  );
});

const event = (at: number, value: unknown): Write => ({ at, isEvent: true, text: JSON.stringify(value) });

test('values inside are those of the sender, and an object that does not change is not made anew', () => {
  const sent = { at: 1, isEvent: true, text: '{"a":{ "x" : 1.0, "y":{ "z" : 1e2 } }}' };
  expect(
    grow([sent, event(2, { b: 1 })])
      .result()
      .get('a'),
  ).toBe('{ "x" : 1.0, "y":{ "z" : 1e2 } }');
  expect(
    grow([sent, event(2, { a: { x: 2 } })])
      .result()
      .get('a'),
  ).toBe('{"x":2,"y":{ "z" : 1e2 }}');
});

const numbered = (from: number, count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 0]));

test('an object of more than 10,000 members, those of its objects included, is replaced as a whole', () => {
  const at = { inner: numbered(0, 9_999) };
  const above = { inner: numbered(0, 10_000) };
  for (const [first, expected] of [
    [at, { ...at, b: 1 }],
    [above, { b: 1 }],
  ] as const) {
    const all = [event(1, { a: first }), event(2, { a: { b: 1 } })];
    expect([valueOf(grow(all)), valueOf(grow(all.toReversed()))]).toEqual([{ a: expected }, { a: expected }]);
  }
});

test('values that merge have 20,000 nested members; further new ones are named, further values are replaced as a whole', () => {
  const steps = Array.from({ length: 5 }, (_, n) => event(n, { a: numbered(n * 5000, 5000) }));
  const growing = grow(steps);
  const { a, ...rest } = valueOf(growing) as { a: Json };
  expect(Object.keys(a)).toHaveLength(20_000);
  expect(rest).toMatchObject({
    'sluice.omitted': { count: 5000, names: expect.arrayContaining(['a.k20000']) as unknown },
  });
  growing.add(updateOf(event(6, { a: { k1: 1 }, b: { x: 1 } })));
  growing.add(updateOf(event(7, { b: { y: 1 } })));
  expect(valueOf(growing)).toMatchObject({ a: { k1: 1 }, b: { y: 1 } });
  const before = [[...growing.result()], stampsOf(growing)];
  expect([...steps, event(6, { a: { k1: 1 } })].map((write) => growing.add(updateOf(write)))).not.toContain(true);
  expect([[...growing.result()], stampsOf(growing)]).toEqual(before);
});

test.each([
  ['new members', (n: number) => ({ a: numbered(n * 8, 8) })],
  ['the same members', () => ({ a: numbered(0, 8) })],
  ['earlier members of a value that is replaced as a whole', () => ({ b: { a: 1 } })],
  ['values that replace objects', (n: number) => ({ a: n % 2 === 0 ? numbered(0, 8) : n })],
])('adding records with %s takes time linear in their size', (_name, valueAt) => {
  const work = (length: number) => {
    const growing = grow([event(0, { a: numbered(0, 4000) }), event(length, { b: numbered(0, 10_001) })]);
    for (let n = 1; n < length / 8; n++) growing.add(updateOf(event(n, valueAt(n))));
    for (let n = 1; n < length / 8; n++) growing.add(updateOf({ ...event(n, { a: n }), isEvent: n % 2 === 0 }));
  };
  expect(growthOf(work, 16 * 1024)).toBeLessThan(1.5);
});
