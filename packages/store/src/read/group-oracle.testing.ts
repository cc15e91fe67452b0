import { type Observation as SentObservation, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { fulfils } from './condition-oracle.testing';
import type { ObservationGroups, ObservationGroupsQuery } from './observation-group';
import type { ObservationCondition } from './observation-condition';

/* Groups of observations in plain code, of traces of two projects. */

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
export const PROJECTS = [undefined, 'acme'] as const;

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export const step = fc.record({
  type: optional(fc.constantFrom('SPAN', 'GENERATION', 'TOOL')),
  name: optional(fc.constantFrom('search', 'Search', 'answer', '')),
  level: optional(fc.constantFrom('DEFAULT', 'WARNING', 'ERROR')),
  statusMessage: optional(
    fc.constantFrom('timed out after 5.0s', 'timed out  after 7s', `no "a b" here`, `no "c" here`, `can't`),
  ),
  service: optional(fc.constantFrom('api', 'worker "1"')),
  model: optional(fc.constantFrom('gpt', 'claude')),
  promptName: optional(fc.constantFrom('greet', 'sum')),
  promptVersion: optional(fc.constantFrom(1, 2)),
  start: fc.integer({ min: 0, max: 200 }).map((n) => HISTORY_START - n * MINUTE),
  lasts: optional(fc.integer({ min: 0, max: 5000 }).map((n) => n * 1001)),
  firstToken: optional(fc.integer({ min: -10, max: 900 }).map((n) => n * 1003)),
  tokens: optional(fc.integer({ min: 0, max: 50 })),
  cost: optional(fc.integer({ min: 0, max: 40 }).map((n) => n / 4)),
  counted: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const trace = fc.record({
  project: fc.constantFrom(...PROJECTS),
  userId: optional(fc.constantFrom('ada', 'bob')),
  steps: fc.array(step, { maxLength: 6 }),
  isLate: fc.boolean(),
});
export type Trace = typeof trace extends fc.Arbitrary<infer T> ? T : never;

/** Returns the record of a trace. `begun`: as sent first, before the end of its observations, and without those of odd number. */
export function toRecord({ project, userId, steps }: Trace, n: number, begun: boolean): TraceRecord {
  const receivedAt = HISTORY_START + n + (begun ? 0 : 1000);
  const recordId = uuid((begun ? 4000 : 5000) + n);
  const sent = steps.map((each, nth) => ({ ...each, nth })).filter(({ nth }) => !begun || nth % 2 === 0);
  const observations = sent.map(({ nth, start, lasts, firstToken, tokens, cost, ...fields }) => {
    const id = uuid(100 * n + nth + 1);
    if (begun) return { id, type: fields.type ?? 'SPAN', startTime: start, counted: fields.counted };
    const all = {
      ...{ ...fields, id, startTime: start },
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
    ...{ kind: 'trace', recordId, receivedAt, traceId: uuid(7000 + n), tags: [], observations },
    ...(project !== undefined && { project }),
    updates: [{ stamp: receiveStamp(receivedAt, recordId), fields: userId === undefined ? {} : { userId } }],
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
  service: ({ service }) => service,
};

/** The smallest value at or below which this share of the values is. */
function percentiles(values: readonly number[]): readonly number[] | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0
    ? null
    : [50, 95, 99].map((share) => sorted[Math.ceil((share * sorted.length) / 100) - 1] ?? NaN);
}

type Of = Step & { readonly trace: string };

function figuresOf(all: readonly Of[]) {
  const steps = all.map((each) => (each.counted ? each : { ...each, tokens: undefined, cost: undefined }));
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

export function expected(
  traces: readonly Trace[],
  project: Trace['project'],
  { by, from, before, interval, conditions }: ObservationGroupsQuery,
) {
  const groups = new Map<string, { value: string; promptVersion: number | null; steps: Of[] }>();
  traces.forEach(({ project: of, userId, steps }, n) => {
    for (const each of steps) {
      const value = VALUE[by](each, userId);
      const isIn = each.start >= (from ?? 0) && each.start < (before ?? Infinity);
      const { name = null, model = null, service = null, level = 'DEFAULT' } = each;
      const statusMessageGroup = VALUE.statusMessage(each, userId) ?? null;
      const { promptName = null, promptVersion: version = null } = each;
      const row = {
        name,
        model,
        service,
        level,
        statusMessageGroup,
        promptName,
        promptVersion: version,
        userId: userId ?? null,
      };
      const isMatch = conditions.every((condition) => fulfils(row, condition));
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
  { type: 'string', column: 'service', operator: '=', value: 'api' },
  { type: 'string', column: 'userId', operator: '=', value: 'ada' },
  { type: 'string', column: 'promptName', operator: '=', value: 'greet' },
  { type: 'number', column: 'promptVersion', operator: '=', value: 2 },
  { type: 'string', column: 'level', operator: '=', value: 'ERROR' },
  { type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR', 'WARNING'] },
  { type: 'string', column: 'statusMessageGroup', operator: '=', value: 'timed out after #' },
);

export const query = fc.record({
  conditions: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(condition, { maxLength: 2 })),
  by: fc.constantFrom(...(Object.keys(VALUE) as ObservationGroupsQuery['by'][])),
  from: fc.integer({ min: 0, max: 100 }).map((n) => HISTORY_START - 100 * MINUTE - n * MINUTE),
  before: fc.integer({ min: 0, max: 100 }).map((n) => HISTORY_START - n * MINUTE),
  interval: optional(fc.constant(HOUR)),
});

/** Returns the groups with the expected percentiles in place of those within 2 % of them. */
export function withExact(
  { groups }: ObservationGroups,
  wanted: ReturnType<typeof expected>,
): readonly ObservationGroups['groups'][number][] {
  const near = <
    F extends ObservationGroups['groups'][number] | ObservationGroups['groups'][number]['intervals'][number],
  >(
    found: F,
    exact: Pick<F, 'latency' | 'timeToFirstToken'> | undefined,
  ): F => ({
    ...found,
    latency: replaced(found.latency, exact?.latency ?? null),
    timeToFirstToken: replaced(found.timeToFirstToken, exact?.timeToFirstToken ?? null),
  });
  return groups.map((group, n) => ({
    ...near(group, wanted[n] as Pick<typeof group, 'latency' | 'timeToFirstToken'> | undefined),
    intervals: group.intervals.map((each, nth) =>
      near(each, wanted[n]?.intervals[nth] as Pick<typeof each, 'latency' | 'timeToFirstToken'> | undefined),
    ),
  }));
}

type Values = ObservationGroups['groups'][number]['latency'];

/** Half a microsecond is the error of a rounded middle. */
const isNear = (found: number, exact: number): boolean => Math.abs(found - exact) <= 0.02 * exact + 0.5;

function replaced(found: Values, exact: Values): Values {
  return found !== null && exact?.every((value, n) => isNear(found[n] ?? NaN, value)) === true ? exact : found;
}
