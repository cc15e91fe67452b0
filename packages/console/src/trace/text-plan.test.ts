import { idOf, observation } from './fixture.testing';
import { columnsOf } from './observation-columns';
import { type HeldTexts, OF_TRACE, batchesOf, planTexts } from './text-plan';

const at = (ms: number): string => new Date(ms).toISOString();
const head = { updatedAt: at(9_000) } as Parameters<typeof planTexts>[0]['head'];
const sized = (n: number, bytes: number, ms = 1_000) =>
  observation({ n, updatedAt: at(ms), sizes: { input: bytes, output: 0, metadata: 0 } });
const columns = columnsOf([sized(1, 10), sized(2, 0), sized(3, 500), sized(4, 20), sized(5, 30)]);

const idsOf = (unread: readonly { readonly id: string }[]) => unread.map(({ id }) => id);

test('what has no text is not read, what is held in its version neither', () => {
  const held: HeldTexts = new Map([
    [idOf(1), { updatedAt: 1_000, text: 'now' }],
    [idOf(4), { updatedAt: 500, text: 'before' }],
    [idOf(9), { updatedAt: 1_000, text: 'gone' }],
  ]);
  const plan = planTexts({ head, columns }, held);
  expect([plan.of, plan.own, idsOf(plan.unread)]).toEqual([5, 9_000, [idOf(3), idOf(4), idOf(5)]]);
  expect([...plan.held.keys()]).toEqual([idOf(1), idOf(4)]);
});

test.each([
  [{ bytes: 100, count: 10 }, [1, 4, 5]],
  [{ bytes: 1_000, count: 2 }, [1, 3]],
  [{ bytes: 9, count: 10 }, []],
])('within %j those of %j are read, and all are counted', (limits, read) => {
  const { of, unread, beyond } = planTexts({ head, columns }, new Map(), limits);
  expect([of, idsOf(unread), beyond]).toEqual([5, read.map(idOf), 4 - read.length]);
});

test('texts of the trace itself are read once in each version', () => {
  expect(planTexts({ head, columns }, new Map([[OF_TRACE, { updatedAt: 9_000, text: '' }]])).own).toBeUndefined();
});

test('a request has few observations and few bytes, or one large text', () => {
  const { unread } = planTexts({ head, columns }, new Map());
  expect([...batchesOf(unread, { bytes: 50, count: 2 })].map(idsOf)).toEqual([
    [idOf(1)],
    [idOf(3)],
    [idOf(4), idOf(5)],
  ]);
  expect([...batchesOf(unread, { bytes: 5_000, count: 3 })].map(({ length }) => length)).toEqual([3, 1]);
  expect([...batchesOf([])]).toEqual([]);
});
