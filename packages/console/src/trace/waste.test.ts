import type { CoreObservation } from '../api/types';
import { NO_FIELDS } from './fixture.testing';
import { loopsIn, rowsToRead, suspects } from './loops';
import { idAt, columnsOf } from './observation-columns';
import { sumsOf } from './sums';
import { buildTree } from './tree';
import { type Steps, wasteOf } from './waste';

const START = Date.parse('2026-11-01T10:00:00.000Z');
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const time = (ms: number): string => new Date(START + ms).toISOString();

interface Step extends Partial<CoreObservation> {
  readonly n: number;
  readonly parent?: number;
  readonly from: number;
  readonly ms?: number;
  /** Bytes of its input. */
  readonly size?: number;
}

function observation({ n, parent, from, ms = 10, size = 0, ...rest }: Step): CoreObservation {
  const tokens = { promptTokens: 0, completionTokens: 0, totalTokens: rest.promptTokens ?? 0, ...rest };
  return {
    ...{ id: uuid(n), traceId: uuid(0), parentObservationId: parent === undefined ? null : uuid(parent) },
    ...NO_FIELDS,
    ...{ type: 'SPAN', startTime: time(from), endTime: time(from + ms) },
    ...{ level: 'DEFAULT' as const, environment: 'default' },
    ...{ input: null, output: null, metadata: {}, modelParameters: null, latency: ms / 1000, timeToFirstToken: null },
    ...{ unit: 'TOKENS' as const, usage: { input: 0, output: 0, total: 0 }, usageDetails: {}, costDetails: {} },
    ...{ calculatedInputCost: null, calculatedOutputCost: null, calculatedTotalCost: 0, createdAt: time(0) },
    ...{ updatedAt: time(0), sizes: { input: size, output: 0, metadata: 0 } },
    ...tokens,
  };
}

function traceOf(steps: readonly Step[]): Steps {
  const nodes = steps.map(observation);
  const tree = buildTree(nodes);
  const columns = columnsOf(Array.from(tree.order, (index) => nodes[index] as CoreObservation));
  return { columns, tree, sums: sumsOf(columns, tree, 0) };
}

const ids = ({ columns }: Steps, rows: Iterable<number>): number[] =>
  Array.from(rows, (row) => Number(idAt(columns, row).slice(-12)));

const root: Step = { n: 1, type: 'AGENT', from: 0, ms: 1000 };
const tool = (n: number, from: number, more: Partial<Step> = {}): Step => ({
  ...{ n, parent: 1, type: 'TOOL', name: 'search', from, size: 20 },
  ...more,
});
const call = (n: number, from: number, promptTokens: number, more: Partial<Step> = {}): Step => ({
  ...{ n, parent: 1, type: 'GENERATION', name: 'chat', model: 'm', from, promptTokens },
  ...more,
});

describe('retries', () => {
  const retries = (...steps: Step[]) => {
    const trace = traceOf([root, ...steps]);
    return wasteOf(trace).retries.map(({ row, after, attempt }) => [...ids(trace, [row, after]), attempt]);
  };
  const failed = { level: 'ERROR' as const };

  test('are the same step after it had failed, counted until it succeeds', () => {
    expect(retries(tool(2, 0, failed), tool(3, 20, failed), tool(4, 40), tool(5, 60))).toEqual([
      [3, 2, 2],
      [4, 3, 3],
    ]);
  });

  test.each([
    ['another step', { name: 'read' }],
    ['one with other input', { size: 21 }],
    ['one below another parent', { parent: 2 }],
    ['one that began before the other failed', { from: 5 }],
  ])('%s is none', (_, other) => {
    expect(retries(tool(2, 0, failed), tool(3, 20, other))).toEqual([]);
  });
});

test('what failed steps took is counted once, with all below them', () => {
  const cost = { calculatedTotalCost: 0.25, costDetails: { total: 0.25 } };
  const trace = traceOf([
    // A run that failed as a whole tells nothing of where.
    { ...root, level: 'ERROR' },
    { n: 2, parent: 1, from: 0, level: 'ERROR' },
    call(3, 0, 100, { parent: 2, level: 'ERROR', ...cost }),
    call(4, 20, 50, { parent: 2 }),
    call(5, 40, 70, cost),
  ]);
  const { rows, ...sums } = wasteOf(trace).failures;
  expect(ids(trace, rows)).toEqual([2]);
  expect(sums).toEqual({ cost: 0.25, calls: 2, unpriced: 1, tokens: 150, ms: 10 });
});

describe('tokens that are sent again', () => {
  const again = (...steps: Step[]) => {
    const trace = traceOf([root, ...steps]);
    const { byRow, ...sums } = wasteOf(trace).again;
    return { rows: ids(trace, byRow.keys()), ...sums };
  };

  test('are those of the call before, where the prompt has grown', () => {
    const cached = { usageDetails: { input: 100, input_cached_tokens: 120 } };
    expect(again(call(2, 0, 100), call(3, 20, 220, cached), call(4, 40, 300))).toEqual({
      ...{ rows: [3, 4], tokens: 320, cached: 100, of: 620 },
    });
  });

  test.each([
    ['a shorter prompt', call(3, 20, 90)],
    ['another model', call(3, 20, 220, { model: 'n' })],
    ['a call beside it', call(3, 5, 220)],
    ['the loop of another agent', call(3, 20, 220, { parent: 9 })],
  ])('%s repeats nothing', (_, other) => {
    expect(again(call(2, 0, 100), { n: 9, parent: 1, type: 'AGENT', from: 15 }, other).tokens).toBe(0);
  });
});

describe('loops', () => {
  const steps = [root, tool(2, 30), tool(3, 10), tool(4, 20), tool(5, 40, { size: 21 }), tool(6, 50, { name: 'read' })];
  const trace = traceOf(steps);
  const groups = suspects(trace);
  const answers = (...inputs: readonly (readonly [number, unknown])[]) =>
    new Map(inputs.map(([n, input]) => [uuid(n), input]));

  test('may be where a tool has as much input three times, in the order of its calls', () => {
    expect(groups.map((rows) => ids(trace, rows))).toEqual([[3, 4, 2]]);
  });

  test('are there where the arguments are the same, in whatever order they are written', () => {
    const same = loopsIn(trace, groups, answers([2, { a: 1, b: [2] }], [3, { b: [2], a: 1 }], [4, { a: 1, b: [2] }]));
    expect(same.map(({ rows }) => ids(trace, rows))).toEqual([[3, 4, 2]]);
    expect(loopsIn(trace, groups, answers([2, { a: 1 }], [3, { a: 2 }], [4, { a: 1 }]))).toEqual([]);
    expect(loopsIn(trace, groups, answers([2, { a: 1 }], [3, { a: 1 }]))).toEqual([]);
  });

  test('are looked for in so many texts that they can be asked for', () => {
    const many = traceOf([root, ...Array.from({ length: 1000 }, (_, n) => tool(n + 2, n))]);
    expect(rowsToRead(many, suspects(many))).toHaveLength(200);
    const large = traceOf([root, ...Array.from({ length: 10 }, (_, n) => tool(n + 2, n, { size: 600_000 }))]);
    expect(rowsToRead(large, suspects(large))).toHaveLength(3);
  });
});
