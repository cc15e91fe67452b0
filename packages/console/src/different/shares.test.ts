import fc from 'fast-check';
import type { ListedTrace } from '../api/types';
import { highest, isPicked } from './pick';
import { type Share, sharesOf } from './shares';

const trace = (with_: Partial<ListedTrace> = {}): ListedTrace => ({
  ...{ id: '', name: 'chat', userId: null, sessionId: null, release: null, version: null, environment: 'default' },
  ...{ public: false, timestamp: '2026-11-20T10:00:00.000Z', input: null, output: null, metadata: {} },
  ...{ bookmarked: false as const, tags: [], latency: 1, totalCost: 0, usage: { input: 0, output: 0, total: 0 } },
  ...{ scores: [], htmlPath: '', projectId: '', externalId: null, createdAt: '', updatedAt: '', observations: [] },
  ...with_,
});
const times = (n: number, with_?: Partial<ListedTrace>): ListedTrace[] => Array<ListedTrace>(n).fill(trace(with_));
const words = ({ field, value, picked, rest }: Share): string => `${field} ${value ?? 'none'} ${picked}:${rest}`;

test('what the picked ones have and the rest have not comes first, and what all have last', () => {
  const shares = sharesOf(
    [...times(18, { release: '2.1', models: ['gpt-5'] }), ...times(2, { release: '2.0' })],
    [...times(10, { release: '2.1' }), ...times(90, { release: '2.0' })],
  );
  expect(shares.slice(0, 4).map(words)).toEqual([
    'model gpt-5 18:0',
    'model none 2:100',
    'release 2.1 18:10',
    'release 2.0 2:90',
  ]);
  expect(shares.filter(({ isClear }) => isClear).map(({ field }) => field)).not.toContain('name');
});

test('of few traces nothing is clear', () => {
  const shares = sharesOf(times(2, { userId: 'ada' }), times(3, { userId: 'bob' }));
  expect(shares.some(({ isClear }) => isClear)).toBe(false);
});

test('a trace with several tags or models counts once for each', () => {
  const shares = sharesOf(times(1, { tags: ['a', 'b', 'a'], models: ['m', 'n'] }), times(1));
  expect(shares.map(words)).toEqual(
    expect.arrayContaining(['tags a 1:0', 'tags b 1:0', 'tags none 0:1', 'model m 1:0', 'model none 0:1']),
  );
});

const traces = fc.array(
  fc.record({
    userId: fc.constantFrom(null, 'a', 'b'),
    tags: fc.subarray(['x', 'y']),
    environment: fc.constantFrom('one', 'two'),
  }),
  { maxLength: 20 },
);

test('the other way round everything is reversed, and nothing differs from itself', () => {
  fc.assert(
    fc.property(traces, traces, (a, b) => {
      const [one, other] = [a.map(trace), b.map(trace)];
      const keyed = (shares: readonly Share[], sign: number) =>
        new Map(shares.map(({ field, value, difference }) => [`${field} ${value}`, sign * difference + 0]));
      expect(keyed(sharesOf(one, other), 1)).toEqual(keyed(sharesOf(other, one), -1));
      expect(sharesOf(one, one).every(({ difference, isClear }) => difference === 0 && !isClear)).toBe(true);
    }),
  );
});

test('a trace is picked by all that is asked of it', () => {
  const slow = trace({ latency: 5, totalCost: 0.2, errorCount: 1 });
  expect([
    isPicked(slow, { failed: true, slowFrom: 5, costFrom: 0.2 }),
    isPicked(slow, { failed: false, slowFrom: 5.1 }),
    isPicked(slow, { failed: false, slowTo: 5 }),
    isPicked(slow, { failed: false, costFrom: 0.21 }),
    isPicked(trace(), { failed: true }),
    isPicked(slow, { failed: false, during: '2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z' }),
    isPicked(slow, { failed: false, during: '2026-11-20T10:00:00.001Z/2026-11-20T11:00:00.000Z' }),
  ]).toEqual([true, false, false, false, false, true, false]);
});

test('the highest twentieth begins where few are above', () => {
  expect(highest(Array.from({ length: 100 }, (_, n) => n + 1.234))).toBe(96);
  expect(highest([0, 0, 3])).toBeUndefined();
  expect(highest([])).toBeUndefined();
});
