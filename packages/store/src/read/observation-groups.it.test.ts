import { type Observation as SentObservation, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { fulfils } from './condition-oracle.testing';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import type { ObservationGroupsQuery } from './observation-groups';
import type { ObservationCondition } from './observation-list';
import { type TestReader, openReader } from './reader.testing';

/* Groups of observations against plain code: traces of two projects, of which each record is sent twice. */

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const PROJECTS = [undefined, 'acme'] as const;

let writer: TestWriter;
let reader: TestReader;
let index: TestIndex;
beforeAll(() => {
  writer = openWriter();
  index = openTestIndex();
  reader = openReader();
});
afterAll(async () => {
  await index.close();
  await reader.close();
  await writer.close();
});

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const step = fc.record({
  type: optional(fc.constantFrom('SPAN', 'GENERATION', 'TOOL')),
  name: optional(fc.constantFrom('search', 'Search', 'answer', '')),
  level: optional(fc.constantFrom('DEFAULT', 'WARNING', 'ERROR')),
  statusMessage: optional(
    fc.constantFrom('timed out after 5.0s', 'timed out  after 7s', `no "a b" here`, `no "c" here`, `can't`),
  ),
  model: optional(fc.constantFrom('gpt', 'claude')),
  promptName: optional(fc.constantFrom('greet', 'sum')),
  promptVersion: optional(fc.constantFrom(1, 2)),
  start: fc.integer({ min: 0, max: 200 }).map((n) => HISTORY_START - n * MINUTE),
  lasts: optional(fc.integer({ min: 0, max: 5000 }).map((n) => n * 1001)),
  firstToken: optional(fc.integer({ min: -10, max: 900 }).map((n) => n * 1003)),
  tokens: optional(fc.integer({ min: 0, max: 50 })),
  cost: optional(fc.integer({ min: 0, max: 40 }).map((n) => n / 4)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const trace = fc.record({
  project: fc.constantFrom(...PROJECTS),
  userId: optional(fc.constantFrom('ada', 'bob')),
  steps: fc.array(step, { maxLength: 6 }),
});
type Trace = typeof trace extends fc.Arbitrary<infer T> ? T : never;

function toRecord({ project, userId, steps }: Trace, n: number): TraceRecord {
  const receivedAt = HISTORY_START + n;
  const observations = steps.map(({ start, lasts, firstToken, tokens, cost, ...fields }, nth) => {
    const all = {
      ...{ ...fields, id: uuid(100 * n + nth + 1), startTime: start, counted: true },
      endTime: lasts === undefined ? undefined : start + lasts,
      completionStartTime: firstToken === undefined ? undefined : start + firstToken,
      usage:
        tokens === undefined ? undefined : { input: { input: 1 }, output: { output: tokens }, other: {}, total: null },
      costDetails: cost === undefined ? undefined : { total: cost },
    };
    return Object.fromEntries(
      Object.entries(all).filter(([, value]) => value !== undefined),
    ) as unknown as SentObservation;
  });
  return {
    ...{ kind: 'trace', recordId: uuid(5000 + n), receivedAt, traceId: uuid(7000 + n), tags: [], observations },
    ...(project !== undefined && { project }),
    updates: [{ stamp: receiveStamp(receivedAt, uuid(5000 + n)), fields: userId === undefined ? {} : { userId } }],
  };
}

const MESSAGES: Readonly<Record<string, string>> = {
  'timed out after 5.0s': 'timed out after #',
  'timed out  after 7s': 'timed out after #',
  'no "a b" here': 'no "…" here',
  'no "c" here': 'no "…" here',
};

const VALUE: Readonly<
  Record<ObservationGroupsQuery['by'], (each: Step, userId: string | undefined) => string | undefined>
> = {
  name: ({ name }) => name,
  tool: ({ type, name }) => (type === 'TOOL' ? name : undefined),
  type: ({ type = 'SPAN' }) => type,
  model: ({ model }) => model,
  provider: () => undefined,
  prompt: ({ promptName }) => promptName,
  level: ({ level = 'DEFAULT' }) => level,
  statusMessage: ({ statusMessage }) => statusMessage && (MESSAGES[statusMessage] ?? statusMessage),
  userId: (_, userId) => userId,
  release: () => undefined,
};

/** The smallest value at or below which this share of the values is. */
function percentiles(values: readonly number[]): readonly number[] | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0
    ? null
    : [50, 95, 99].map((share) => sorted[Math.ceil((share * sorted.length) / 100) - 1] ?? NaN);
}

type Of = Step & { readonly trace: string };

function figuresOf(steps: readonly Of[]) {
  const sum = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((all, each) => all + (each ?? 0), 0);
  const timed = steps.filter(({ lasts, tokens }) => (lasts ?? 0) > 0 && (tokens ?? 0) > 0);
  const output = sum(steps.map(({ tokens }) => tokens));
  const input = steps.filter(({ tokens }) => tokens !== undefined).length;
  return {
    calls: steps.length,
    errors: steps.filter(({ level }) => level === 'ERROR').length,
    traces: new Set(steps.map((each) => each.trace)).size,
    latency: percentiles(steps.flatMap(({ lasts }) => lasts ?? [])),
    timeToFirstToken: percentiles(
      steps.flatMap(({ firstToken }) => (firstToken === undefined ? [] : Math.max(0, firstToken))),
    ),
    tokensPerSecond:
      timed.length === 0 ? null : (1e6 * sum(timed.map(({ tokens }) => tokens))) / sum(timed.map(({ lasts }) => lasts)),
    ...{ inputTokens: String(input), outputTokens: String(output), totalTokens: String(input + output) },
    totalCost: sum(steps.map(({ cost }) => cost)),
  };
}

function expected(
  traces: readonly Trace[],
  project: Trace['project'],
  { by, from, before, interval, conditions }: ObservationGroupsQuery,
) {
  const groups = new Map<string, { value: string; promptVersion: number | null; steps: Of[] }>();
  traces.forEach(({ project: of, userId, steps }, n) => {
    for (const each of steps) {
      const value = VALUE[by](each, userId);
      const isIn = each.start >= (from ?? 0) && each.start < (before ?? Infinity);
      const { name = null, model = null } = each;
      const isMatch = conditions.every((condition) => fulfils({ name, model, userId: userId ?? null }, condition));
      if (of !== project || value === undefined || !isIn || !isMatch) continue;
      const promptVersion = by === 'prompt' ? (each.promptVersion ?? null) : null;
      const key = JSON.stringify([value, promptVersion]);
      const group = groups.get(key) ?? { value, promptVersion, steps: [] };
      group.steps.push({ ...each, trace: String(n) });
      groups.set(key, group);
    }
  });
  return [...groups.values()]
    .map(({ steps, ...group }) => ({
      ...{ ...group, ...figuresOf(steps) },
      ...{ from: Math.min(...steps.map(({ start }) => start)), to: Math.max(...steps.map(({ start }) => start)) },
      intervals: interval === undefined ? [] : byInterval(steps, interval),
    }))
    .sort(
      (a, b) =>
        b.calls - a.calls ||
        (a.value < b.value ? -1 : Number(a.value > b.value)) ||
        (a.promptVersion ?? 0) - (b.promptVersion ?? 0),
    );
}

const byInterval = (steps: readonly Of[], width: number) => {
  const starts = [...new Set(steps.map(({ start }) => start - (start % width)))].sort((a, b) => a - b);
  return starts.map((start) => ({
    ...figuresOf(steps.filter((each) => each.start - (each.start % width) === start)),
    start,
  }));
};

const condition: fc.Arbitrary<ObservationCondition> = fc.constantFrom<ObservationCondition>(
  { type: 'string', column: 'name', operator: '=', value: 'search' },
  { type: 'string', column: 'name', operator: '=', value: 'absent' },
  { type: 'string', column: 'name', operator: 'contains', value: 's' },
  { type: 'stringOptions', column: 'model', operator: 'any of', value: ['gpt', 'none'] },
  { type: 'string', column: 'userId', operator: '=', value: 'ada' },
);

const query = fc.record({
  conditions: fc.array(condition, { maxLength: 2 }),
  by: fc.constantFrom(...(Object.keys(VALUE) as ObservationGroupsQuery['by'][])),
  from: fc.integer({ min: 0, max: 100 }).map((n) => HISTORY_START - 100 * MINUTE - n * MINUTE),
  before: fc.integer({ min: 0, max: 100 }).map((n) => HISTORY_START - n * MINUTE),
  interval: optional(fc.constant(HOUR)),
});

it('counts, measures and sums as plain code does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(trace, { maxLength: 8 }),
      fc.array(query, { minLength: 4, maxLength: 8 }),
      fc.boolean(),
      async (traces, queries, areIndexed) => {
        const records = traces.map(toRecord);
        await writer.clear();
        await writer.storeAll([records, records]);
        if (areIndexed) await index.all();
        for (const { interval, ...each } of queries) {
          const asked: ObservationGroupsQuery = {
            ...{ ...each, orderBy: 'calls', limit: 100 },
            ...(interval !== undefined && { interval }),
          };
          for (const project of PROJECTS) {
            const wanted = expected(traces, project, asked);
            const found = await reader.reads.of(project).observationGroups(asked);
            expect(found).toMatchObject({ totalItems: wanted.length });
            expect(found.groups).toEqual(wanted);
          }
        }
      },
    ),
    { numRuns: 30, seed: 30 },
  );
});
