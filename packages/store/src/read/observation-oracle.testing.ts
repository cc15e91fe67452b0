import {
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  type ConditionType,
  OBSERVATION_COLUMNS,
  type Observation as SentObservation,
  type ObservationColumn,
  type TraceRecord,
  parseJson,
  receiveStamp,
} from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { fulfils } from './condition-oracle.testing';
import type { ObservationCondition } from './observation-condition';
import type { ObservationListQuery } from './observation-list';

/* Random histories of observations, and what lists of them answer, in plain code. */

const MINUTE = 60_000_000;
export const HOUR = 60 * MINUTE;
export const PROJECTS = [undefined, 'acme'] as const;
/** Members of metadata as JSON, of which some are written with escapes, and some are stored in packs; the service is a field of its own. */
const METADATA: readonly Readonly<Record<string, string>>[] = [
  { tenant: '"acme"', n: '42', none: 'null' },
  { tenant: '"Acme ä"', resourceAttributes: '{"service.name":"api"}', o: '{"a": [1]}' },
  { 'te"nant': '"\\u0061cme"', tenant: '"\\u0061cme\\n\\u00e4"', resourceAttributes: '{"host.name":"api-2"}' },
  { tenant: '"other"', pad: `"${'acme '.repeat(300)}"` },
];
const NAMES = ['search_docs', 'Search', 'chat', '', 'ä'];

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
export const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
/** Times with many ties, after and before the receipt, microseconds apart; some of them hours or days before. */
const time = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0, 0, 0, 5, 100))
  .map(([n, hours]) => HISTORY_START + n * MINUTE + (n % 2) - hours * HOUR);

const sent: fc.Arbitrary<SentObservation> = fc
  .record({
    id: fc.integer({ min: 1, max: 4 }).map(uuid),
    parentId: optional(fc.constantFrom(null, uuid(1), uuid(9))),
    type: optional(fc.constantFrom('SPAN', 'GENERATION', 'TOOL')),
    name: optional(fc.constantFrom(...NAMES)),
    level: optional(fc.constantFrom('DEFAULT', 'WARNING', 'ERROR')),
    statusMessage: optional(fc.constantFrom('timed out', 'Timed out: 5')),
    version: optional(fc.constantFrom('1', '2')),
    environment: optional(fc.constantFrom('production', 'staging')),
    startTime: optional(time),
    endTime: optional(time),
    completionStartTime: optional(time),
    model: optional(fc.constantFrom('gpt', 'claude')),
    provider: optional(fc.constantFrom('openai', 'anthropic')),
    promptName: optional(fc.constantFrom('greet', 'sum')),
    promptVersion: optional(fc.constantFrom(1, 2)),
    usage: optional(
      fc.constantFrom(3, 12).map((n) => ({ input: { input: n }, output: { output: 7 }, other: {}, total: null })),
    ),
    costDetails: optional(fc.constantFrom({ input: 0.1, output: 0.2, total: 0.3 }, { total: 2 })),
    isRoot: optional(fc.boolean()),
    service: optional(fc.constantFrom('api', 'api-2')),
    metadata: optional(fc.constantFrom(...METADATA).map((members) => new Map(Object.entries(members)))),
  })
  .map((fields) => ({ ...defined(fields), counted: true }) as SentObservation);

export interface Sent {
  readonly project: (typeof PROJECTS)[number];
  readonly trace: number;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly tags: readonly string[];
  /** Metadata of the trace. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Time of the trace that its sender gives. */
  readonly timestamp?: number | undefined;
  readonly observations: readonly SentObservation[];
}

export const record: fc.Arbitrary<Sent> = fc.record({
  project: fc.constantFrom(...PROJECTS),
  trace: fc.integer({ min: 1, max: 8 }),
  fields: fc.record({
    name: optional(fc.constantFrom('t', 'u')),
    userId: optional(fc.constantFrom('ada', 'bob')),
    sessionId: optional(fc.constantFrom('s')),
    release: optional(fc.constantFrom('r')),
    environment: optional(fc.constantFrom('staging', 'default')),
  }),
  tags: fc.subarray(['a', 'b']),
  metadata: optional(fc.constantFrom(...METADATA)),
  timestamp: optional(time),
  observations: fc.uniqueArray(sent, { selector: ({ id }) => id, maxLength: 4 }),
});

/** Time of receipt of the n-th record. Traces of two parts alternate, so that retention hides one half of them. */
const receiptOf = ({ trace }: Pick<Sent, 'trace'>, n: number): number => HISTORY_START + n * 1000 - (trace % 2) * HOUR;

/** Part of the traces that are received last. */
export const LATER_PART = Math.floor(HISTORY_START / HOUR);

export const toRecord = (sentRecord: Sent, n: number): TraceRecord => {
  const { project, trace, fields, tags, metadata, timestamp, observations } = sentRecord;
  const receivedAt = receiptOf(sentRecord, n);
  const recordId = uuid(1000 + n);
  return {
    ...{ kind: 'trace', recordId, receivedAt, traceId: uuid(100 + trace), ...(project !== undefined && { project }) },
    updates: [
      {
        stamp: receiveStamp(receivedAt, recordId),
        fields: {
          ...defined(fields),
          ...(metadata && { metadata: new Map(Object.entries(metadata)) }),
          ...(timestamp !== undefined && { timestamp }),
        },
      },
    ],
    ...{ tags, observations },
  };
};

export type Row = Readonly<Partial<Record<ObservationColumn, unknown>>> & {
  readonly id: string;
  readonly traceId: string;
  readonly startTime: number;
};

/** A trace as clients read it, with the part of its records. */
export interface TraceRow {
  readonly id: string;
  readonly part: number;
  readonly metadata: Readonly<Record<string, string | null>>;
  readonly observations: readonly Row[];
}

/** The observations of a project as clients read them. The later record replaces what it sends. */
export const rowsOf = (project: Sent['project'], history: readonly Sent[]): readonly Row[] =>
  tracesOf(project, history).flatMap(({ observations }) => observations);

/** The traces of a project. */
export function tracesOf(project: Sent['project'], history: readonly Sent[]): readonly TraceRow[] {
  const traces = new Map<string, Received>();
  for (const [n, each] of history.entries()) {
    if (each.project !== project) continue;
    const id = uuid(100 + each.trace);
    const createdAt = receiptOf(each, n);
    const before = traces.get(id) ?? {
      ...{ part: Math.floor(createdAt / HOUR), fields: {}, tags: new Set<string>() },
      ...{ metadata: new Map<string, string>(), own: new Map<string, Fields>() },
    };
    for (const tag of each.tags) before.tags.add(tag);
    for (const [name, json] of Object.entries(each.metadata ?? {})) before.metadata.set(name, json);
    for (const sentFields of each.observations) {
      const old: Fields = before.own.get(sentFields.id) ?? { createdAt };
      before.own.set(sentFields.id, { ...old, ...sentFields, ...mergedMetadata(old, sentFields) });
    }
    traces.set(id, { ...before, fields: { ...before.fields, ...defined(each.fields) } });
  }
  return [...traces].map(([id, { part, fields, tags, metadata, own }]) => ({
    ...{ id, part, metadata: membersOf(metadata) },
    observations: [...own.values()].map((each) => toRow(each, { traceId: id, fields, tags: [...tags] })),
  }));
}

/** Fields, tags, metadata and observations that records have sent of a trace. */
interface Received {
  readonly part: number;
  readonly fields: Sent['fields'];
  readonly tags: Set<string>;
  readonly metadata: Map<string, string>;
  readonly own: Map<string, Fields>;
}

/** Metadata merges by its members. */
const mergedMetadata = (old: Fields, { metadata }: SentObservation) =>
  metadata === undefined ? {} : { metadata: new Map([...(old.metadata ?? []), ...metadata]) };

/** Members as conditions compare them: a text, and anything else as its JSON. */
const membersOf = (metadata: ReadonlyMap<string, string>): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Array.from(metadata, ([name, json]) => {
      const value = parseJson(json);
      return [name, typeof value === 'string' ? value : value === null ? null : json];
    }),
  );

type Fields = Partial<SentObservation> & { readonly createdAt: number };

function toRow(
  sentFields: Fields,
  { traceId, fields, tags }: { traceId: string; fields: Sent['fields']; tags: readonly string[] },
): Row {
  const { createdAt, completionStartTime, usage, costDetails, ...each } = sentFields;
  const startTime = each.startTime ?? createdAt;
  const endTime = each.endTime === undefined ? null : Math.max(each.endTime, startTime);
  const latency = endTime === null ? null : (endTime - startTime) / 1e6;
  const input = usage?.input?.['input'] ?? null;
  const tokens = input === null ? null : input + 7;
  const parent = each.parentId ?? null;
  const model = each.model ?? null;
  return {
    ...{ metadata: membersOf(each.metadata ?? new Map()), service: each.service ?? null },
    ...{
      id: each.id ?? '',
      traceId,
      startTime,
      endTime,
      latency,
      name: each.name ?? null,
      model,
      providedModelName: model,
    },
    ...{ type: each.type ?? 'SPAN', toolName: each.type === 'TOOL' ? (each.name ?? null) : null },
    ...{ level: each.level ?? 'DEFAULT', statusMessage: each.statusMessage ?? null, version: each.version ?? null },
    statusMessageGroup: each.statusMessage?.replace('5', '#') ?? null,
    ...{
      provider: each.provider ?? null,
      promptName: each.promptName ?? null,
      promptVersion: each.promptVersion ?? null,
    },
    environment: each.environment ?? fields['environment'] ?? 'default',
    ...{ parentObservationId: parent, isRootObservation: parent === null || each.isRoot === true },
    timeToFirstToken: completionStartTime === undefined ? null : Math.max(0, completionStartTime - startTime) / 1e6,
    ...{ inputTokens: input, outputTokens: input === null ? null : 7, totalTokens: tokens, tokens },
    tokensPerSecond: input === null || latency === null || latency === 0 ? null : 7 / latency,
    inputCost: costDetails?.['input'] ?? null,
    outputCost: costDetails?.['output'] ?? null,
    totalCost: costDetails?.['total'] ?? null,
    ...{ traceName: fields['name'] ?? null, userId: fields['userId'] ?? null, sessionId: fields['sessionId'] ?? null },
    ...{ release: fields['release'] ?? null, tags, traceTags: tags },
  };
}

const TEXTS = [
  ...NAMES,
  'timed out',
  'Timed out: #',
  'SPAN',
  'TOOL',
  'ERROR',
  'DEFAULT',
  'out',
  '1',
  'staging',
  'default',
  'gpt',
  'openai',
  'greet',
];
const MORE_TEXTS = ['t', 'ada', 's', 'r', 'none', 'api'];
const MEMBERS = ['other', 'acme', 'Acme', 'ä', 'cme\nä', '42', '4', '{"a": [1]}', 'a', ''];

function valueOf(type: ConditionType, column: ObservationColumn): fc.Arbitrary<unknown> {
  const ids = fc.integer({ min: 0, max: 9 }).map((n) => uuid(column === 'traceId' ? 100 + n : n));
  const isId = ['id', 'traceId', 'parentObservationId'].includes(column);
  const texts = isId ? ids : fc.constantFrom(...TEXTS, ...MORE_TEXTS);
  switch (type) {
    case 'string':
      return isId ? fc.constantFrom('0', '1', '-4000-', '') : texts;
    case 'stringObject':
      return fc.constantFrom(...MEMBERS);
    case 'stringOptions':
      return fc.uniqueArray(texts, { minLength: 1, maxLength: 3 });
    case 'arrayOptions':
      return fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 });
    case 'number':
      return fc.constantFrom(0, 1, 2, 3, 7, 12, 0.1, 0.3, 60, 120);
    case 'boolean':
      return fc.boolean();
    case 'datetime':
      return time;
    default:
      return fc.constant(null);
  }
}

const COLUMNS = (Object.keys(OBSERVATION_COLUMNS) as ObservationColumn[]).filter((column) => column !== 'startTime');

const conditionOn = (columns: readonly ObservationColumn[]): fc.Arbitrary<ObservationCondition> =>
  fc.constantFrom(...columns).chain((column) =>
    fc.constantFrom(...CONDITION_TYPES[OBSERVATION_COLUMNS[column]]).chain((type: ConditionType) =>
      fc.record({
        type: fc.constant(type),
        column: fc.constant(column),
        operator: fc.constantFrom(...(type === 'datetime' ? ['>=', '<'] : CONDITION_OPERATORS[type])),
        value: valueOf(type, column),
        ...(type === 'stringObject' && { key: fc.constantFrom('tenant', 'te"nant', 'n', 'o', 'none', 'pad') }),
      }),
    ),
  ) as fc.Arbitrary<ObservationCondition>;

/** Condition on a member of metadata. */
export const memberCondition = conditionOn(['metadata']);

/** Condition on an observation. Metadata has many kinds of values. */
export const condition = fc.oneof(conditionOn(COLUMNS), conditionOn(['metadata', 'metadata', 'service']));

export const question = fc.record({
  from: optional(time),
  before: optional(time),
  conditions: fc.array(condition, { maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 5 }),
});

export type Question = Pick<ObservationListQuery, 'from' | 'before' | 'conditions' | 'limit'>;

/** The rule of the contract. */
export const expected = (
  rows: readonly Row[],
  { from = -Infinity, before = Infinity, conditions }: Question,
): readonly Row[] =>
  rows
    .filter(({ startTime }) => startTime >= from && startTime < before)
    .filter((row) => conditions.every((each) => fulfils(row, each)))
    .sort(
      (a, b) =>
        b.startTime - a.startTime || (a.traceId < b.traceId ? 1 : a.traceId > b.traceId ? -1 : a.id < b.id ? 1 : -1),
    );
