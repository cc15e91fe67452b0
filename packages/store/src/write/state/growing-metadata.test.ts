import { growthOf } from '@sluice/testbed/machine';
import { type JsonText, splitMembers } from '@sluice/record';
import fc from 'fast-check';
import { GrowingMetadata, type Metadata, type MetadataBound, type MetadataUpdate } from './growing-metadata';

const MIB = 2 ** 20;

/** The metadata of the n-th record. */
const update = (n: number, members: Metadata): MetadataUpdate => ({
  members,
  stamps: new Map(),
  stamp: stampOf(n),
  receivedAt: n,
});
const stampOf = (n: number): string => String(n).padStart(4, '0');
const numbered = (from: number, count: number, value = '0'): Metadata =>
  new Map(Array.from({ length: count }, (_, index) => [`k${from + index}`, value]));

/** Adds records one after the other, to what is read back after each of `cuts` as it would be stored. */
function grow(records: readonly MetadataUpdate[], bound?: MetadataBound, cuts: ReadonlySet<number> = new Set()) {
  let growing = new GrowingMetadata(
    { members: undefined, stampOf: () => '', nestedOf: () => undefined, leftOut: undefined },
    bound,
  );
  records.forEach((record, n) => {
    growing.add(record);
    if (cuts.has(n)) growing = reread(growing, bound);
  });
  return growing;
}

function reread(growing: GrowingMetadata, bound?: MetadataBound): GrowingMetadata {
  const stamps = new Map(growing.stamps());
  const nested = new Map(growing.nestedStamps());
  const { leftOut } = growing;
  return new GrowingMetadata(
    {
      members: growing.result(),
      stampOf: (key) => stamps.get(key) ?? '9999',
      nestedOf: (key) => nested.get(key),
      leftOut,
    },
    bound,
  );
}

const summaryOf = (growing: GrowingMetadata): unknown =>
  JSON.parse(growing.result().get('sluice.omitted') ?? 'null') as unknown;
const state = (growing: GrowingMetadata) => [[...growing.result()], [...growing.stamps()].sort(), growing.leftOut];

test('stored members stay, new ones enter in the order sent, and the rest is told', () => {
  const growing = grow([update(1, numbered(0, 19_998)), update(2, new Map([...numbered(90_000, 5), ['k7', '"new"']]))]);
  const result = growing.result();
  expect(result.size).toBe(20_001);
  expect([...result.keys()].filter((key) => key.startsWith('k9000'))).toEqual(['k9000', 'k90000', 'k90001']);
  expect(result.get('k7')).toBe('"new"');
  expect(summaryOf(growing)).toEqual({ count: 3, names: ['k90002', 'k90003', 'k90004'] });
});

test('characters are bounded too, of values that become longer as of new members', () => {
  const large = (count: number) => 'v'.repeat(count * MIB);
  const growing = grow([
    update(1, numbered(0, 2, large(8))),
    update(
      2,
      new Map([
        ['k9', large(3)],
        ['k8', large(1)],
        ['k1', large(11)],
      ]),
    ),
  ]);
  expect(Array.from(growing.result(), ([key, { length }]) => [key, length])).toEqual([
    ['k0', 8 * MIB],
    ['k1', 8 * MIB],
    ['k8', MIB],
    ['sluice.omitted', expect.any(Number) as number],
  ]);
  expect(summaryOf(growing)).toEqual({ count: 2, names: ['k1', 'k9'] });
  growing.add(update(3, new Map([['k1', large(1)]])));
  growing.add(update(4, new Map([['k9', large(3)]])));
  expect([...growing.result().keys()]).toEqual(['k0', 'k1', 'k8', 'k9', 'sluice.omitted']);
});

test('names are counted once each, the first twenty are told, of long ones the first 100 characters', () => {
  const growing = grow([update(1, numbered(0, 20_000))]);
  const long = `${'x'.repeat(99)}😀${'y'.repeat(MIB)}`;
  growing.add(update(2, new Map([[long, '1'], ...numbered(30_000, 15)])));
  growing.add(update(3, numbered(30_010, 40)));
  expect(summaryOf(growing)).toEqual({
    count: 51,
    names: [`${'x'.repeat(99)}\ufffd…`, ...Array.from({ length: 19 }, (_, n) => `k${30_000 + n}`)],
  });
});

test('beyond 20,000 names no more are counted, and what is kept of them stays small', () => {
  const growing = grow([update(1, numbered(0, 60_000))]);
  expect(summaryOf(growing)).toMatchObject({ count: 20_000 });
  expect(growing.leftOut?.length).toBe(160_000);
  growing.add(update(2, numbered(60_000, 5)));
  expect(summaryOf(growing)).toMatchObject({ count: 20_000 });
});

test('what a sender says under the same name stays beside what is told', () => {
  const sent = new Map([['sluice.omitted', '["attribute"]'], ...numbered(0, 20_000)]);
  const growing = grow([update(1, sent)]);
  expect(summaryOf(growing)).toEqual({ count: 1, names: ['k19999'], sent: ['attribute'] });
  growing.add(update(2, new Map([['sluice.omitted', '["a"]']])));
  expect(summaryOf(reread(growing))).toEqual({ count: 1, names: ['k19999'], sent: ['a'] });
  const forged = grow([update(1, new Map([['sluice.omitted', '{"count":7,"names":["n"]}']]))]);
  expect(summaryOf(forged)).toEqual({ count: 7, names: ['n'] });
  expect(forged.leftOut).toBeUndefined();
});

describe('whatever records say', () => {
  const bound: MetadataBound = { members: 4, units: 24 };
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'sluice.omitted');
  const text = fc.integer({ min: 1, max: 12 }).map((length) => '1'.repeat(length));
  const members = fc.uniqueArray(fc.tuple(key, text), { selector: ([name]) => name, maxLength: 7 });
  const records = fc
    .array(members, { minLength: 1, maxLength: 6 })
    .map((all) => all.map((each, n) => update(n, new Map(each))));

  test('it does not matter where batches end', () => {
    fc.assert(
      fc.property(records, fc.array(fc.nat(5)), (all, cuts) => {
        expect(state(grow(all, bound, new Set(cuts)))).toEqual(state(grow(all, bound)));
      }),
      { numRuns: 1000 },
    );
  });

  test('a record that comes again changes nothing, however late', () => {
    fc.assert(
      fc.property(records, (all) => {
        const growing = reread(grow(all, bound), bound);
        const [result, , leftOut] = state(growing);
        const last = all.at(-1) as MetadataUpdate;
        const changed = [last, { ...last, stamp: stampOf(1000) }].map((again) => growing.add(again));
        expect([changed, [...growing.result()], growing.leftOut]).toEqual([[false, false], result, leftOut]);
      }),
      { numRuns: 1000 },
    );
  });

  test('the bound holds, nothing that is stored is lost, and every value is stored or told', () => {
    fc.assert(
      fc.property(records, (all) => {
        const before = new Set<string>();
        const growing = grow([], bound);
        for (const record of all) {
          growing.add(record);
          const own = new Map(splitOwn(growing));
          expect(own.size).toBeLessThanOrEqual(bound.members);
          expect([...own].reduce((sum, [name, { length }]) => sum + name.length + length, 0)).toBeLessThanOrEqual(24);
          for (const name of before) expect(own.has(name)).toBe(true);
          for (const name of own.keys()) before.add(name);
          const names = (summaryOf(growing) as { names?: string[] } | null)?.names ?? [];
          for (const [name, value] of record.members) {
            expect(own.get(name) === value || names.includes(name)).toBe(true);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  /** The members without the summary of those left out. */
  function splitOwn(growing: GrowingMetadata): [string, JsonText][] {
    return [...growing.result()].flatMap(([name, value]) => {
      if (name !== 'sluice.omitted' || growing.leftOut === undefined) return [[name, value] as [string, JsonText]];
      const sent = splitMembers(value).get('sent');
      return sent === undefined ? [] : [[name, sent] as [string, JsonText]];
    });
  }
});

test('adding records takes time linear in their size, within the bound and beyond it', () => {
  const work = (length: number) => {
    grow(Array.from({ length: length / 64 }, (_, n) => update(n, numbered(n * 64, 64))));
  };
  expect(growthOf(work, 16 * 1024)).toBeLessThan(1.5);
});
