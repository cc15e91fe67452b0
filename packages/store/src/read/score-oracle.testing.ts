import {
  type Score as SentScore,
  type ScoreRecord,
  type ScoreType,
  type TraceRecord,
  observationIdOfText,
  receiveStamp,
  sentObservationId,
  traceIdOfText,
} from '@sluice/record';
import { HISTORY_START as NOW, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import type { ScoreFilter, ScoreOperator } from './score';

/* Scores of two projects with the same ids, and what plain code selects of them. */

export const PROJECTS = [undefined, 'acme'] as const;
export type Project = (typeof PROJECTS)[number];

const HEX = '5b8efff798038103d269b633813fc6f1';
const DASHED = '5b8efff7-9803-8103-d269-b633813fc6f1';
const SPAN = 'eee19b7ec3c1b1f1';
/** Traces by the ids that senders have; the last one is not stored. */
const TRACES = [HEX, uuid(2), 'some, chat', uuid(4)] as const;
const OBSERVATIONS = [SPAN, uuid(5), 'step/1'] as const;

/** Users of the stored traces by project. */
const USERS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  default: ['ada', 'Bob', undefined],
  acme: ['Bob', 'Bob', 'ada'],
};
const TAGS = [['a', 'b'], ['b'], []];

const nameOf = (project: Project): string => project ?? 'default';

/** The records of the stored traces. The first one was sent by OTLP. */
export const traceRecords = (project: Project): TraceRecord[] =>
  TRACES.slice(0, 3).map((sent, n): TraceRecord => {
    const recordId = uuid(100 + n);
    const userId = USERS[nameOf(project)]?.[n];
    return {
      ...{ kind: 'trace', recordId, receivedAt: NOW, traceId: traceIdOfText(sent) as string },
      ...(project !== undefined && { project }),
      updates: [
        {
          stamp: receiveStamp(NOW, recordId),
          fields: { sessionId: 's', ...(userId !== undefined && { userId }), ...(n === 2 && { sentId: sent }) },
        },
      ],
      tags: TAGS[n] ?? [],
      observations: [{ id: observationIdOfText(n === 0 ? SPAN : uuid(9)) as string, startTime: NOW, counted: true }],
    };
  });

/** A score as its sender has it. */
export interface Sent {
  readonly project: Project;
  readonly id: string;
  readonly value: Pick<SentScore, 'dataType' | 'value' | 'stringValue'>;
  /** Number in `TRACES`. */
  readonly trace: number | null;
  /** Number in `OBSERVATIONS`. */
  readonly observation: number | null;
  readonly sessionId: string | null;
  readonly datasetRunId: string | null;
  readonly name: string;
  readonly environment: string;
  readonly source: string;
  readonly configId: string | null;
  readonly queueId: string | null;
  readonly authorUserId: string | null;
  readonly timestamp: number;
  readonly comment: string | null;
}

const VALUES: readonly Sent['value'][] = [
  ...[-0.5, 0, 1, 0.1, 1e300].map((value) => ({ dataType: 'NUMERIC' as const, value })),
  { dataType: 'BOOLEAN', value: 1, stringValue: 'True' },
  { dataType: 'BOOLEAN', value: 0, stringValue: 'False' },
  { dataType: 'CATEGORICAL', value: 0, stringValue: 'good' },
  { dataType: 'CATEGORICAL', value: 0, stringValue: 'ä' },
  { dataType: 'TEXT', stringValue: 'good' },
  { dataType: 'CORRECTION', stringValue: 'good' },
];
const IDS = ['a', 'B', 'ä', '\u{1F600}', '\uFFFD', SPAN, uuid(1), 'x'.repeat(800), 'a/b?#%', '"\\'];
const text = fc.constantFrom('a', 'B', 'ä', null);

export const sentScores: fc.Arbitrary<Sent[]> = fc.uniqueArray(
  fc.record({
    project: fc.constantFrom(...PROJECTS),
    id: fc.constantFrom(...IDS),
    value: fc.constantFrom(...VALUES),
    trace: fc.constantFrom(0, 0, 1, 2, 3, null),
    observation: fc.constantFrom(0, 1, 2, null, null),
    sessionId: text,
    datasetRunId: text,
    name: fc.constantFrom('a', 'B', 'ä'),
    environment: fc.constantFrom('default', 'staging'),
    source: fc.constantFrom('API', 'ANNOTATION'),
    configId: text,
    queueId: text,
    authorUserId: text,
    timestamp: fc.integer({ min: 0, max: 3 }).map((step) => NOW + step),
    comment: fc.constantFrom('c', null),
  }),
  { minLength: 4, maxLength: 20, selector: ({ project, id }) => JSON.stringify([project, id]) },
);

export function scoreRecord(sent: Sent, n: number): ScoreRecord {
  const recordId = uuid(200 + n);
  const trace = sent.trace === null ? undefined : TRACES[sent.trace];
  const observation = sent.observation === null ? undefined : OBSERVATIONS[sent.observation];
  const { id, name, source, environment, timestamp, comment } = sent;
  const { sessionId, datasetRunId, configId, queueId, authorUserId } = sent;
  const score: SentScore = {
    ...{ id, name, source, environment, timestamp, ...sent.value, stamp: receiveStamp(NOW + n, recordId) },
    ...(trace !== undefined && { traceId: traceIdOfText(trace) as string }),
    ...(trace === TRACES[2] && { sentTraceId: trace }),
    ...(observation !== undefined && { observationId: observationIdOfText(observation) as string }),
    ...(observation === OBSERVATIONS[2] && { sentObservationId: observation }),
    ...(sessionId !== null && { sessionId }),
    ...(datasetRunId !== null && { datasetRunId }),
    ...(configId !== null && { configId }),
    ...(queueId !== null && { queueId }),
    ...(authorUserId !== null && { authorUserId }),
    ...(comment !== null && { comment }),
    metadata: `{"n":${n}}`,
  };
  const { project } = sent;
  return { kind: 'score', recordId, receivedAt: NOW + n, ...(project !== undefined && { project }), scores: [score] };
}

/** Returns the answered id of the trace of a score, as the contract has the forms of ids. */
export function answeredTrace({ trace }: Sent, asSent: boolean): string | null {
  if (trace === null) return null;
  return trace === 0 && !asSent ? DASHED : (TRACES[trace] as string);
}

export function answeredObservation({ observation }: Sent, asSent: boolean): string | null {
  if (observation === null) return null;
  const sent = OBSERVATIONS[observation] as string;
  if (observation !== 0) return sent;
  const padded = `00000000-0000-0000-${SPAN.slice(0, 4)}-${SPAN.slice(4)}`;
  return asSent ? sentObservationId(padded) : padded;
}

const OPERATORS: Readonly<Record<ScoreOperator, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Returns the scores of a project that a filter selects, in the order of answers. */
export function selected(all: readonly Sent[], project: Project, filter: ScoreFilter): readonly Sent[] {
  const among = (given: readonly unknown[] | undefined, value: unknown): boolean =>
    given === undefined || (value !== null && value !== undefined && given.includes(value));
  const isSelected = (each: Sent): boolean => {
    const { value, trace, observation } = each;
    const traceId = trace === null ? null : traceIdOfText(TRACES[trace] as string);
    const observationId = observation === null ? null : observationIdOfText(OBSERVATIONS[observation] as string);
    const isStored = trace !== null && trace < 3;
    const user = isStored ? USERS[nameOf(project)]?.[trace] : undefined;
    const tags = isStored ? (TAGS[trace] ?? []) : [];
    return (
      each.project === project &&
      among(filter.ids, each.id) &&
      among(filter.traceIds, traceId) &&
      among(filter.observationIds, observationId) &&
      among(filter.names, each.name) &&
      among(filter.sources, each.source) &&
      among(filter.dataTypes, value.dataType) &&
      among(filter.environments, each.environment) &&
      among(filter.configIds, each.configId) &&
      among(filter.queueIds, each.queueId) &&
      among(filter.authorUserIds, each.authorUserId) &&
      among(filter.sessionIds, each.sessionId) &&
      among(filter.datasetRunIds, each.datasetRunId) &&
      among(filter.numbers, value.value) &&
      among(filter.texts, value.stringValue) &&
      (filter.comparisons ?? []).every(
        ({ operator, value: bound }) =>
          value.dataType === 'NUMERIC' && OPERATORS[operator](value.value as number, bound),
      ) &&
      (filter.ofTraces !== true || (trace !== null && value.dataType !== 'CORRECTION')) &&
      (filter.userId === undefined || user === filter.userId) &&
      (filter.traceTags ?? []).every((tag) => tags.includes(tag)) &&
      each.timestamp >= (filter.from ?? -Infinity) &&
      each.timestamp < (filter.before ?? Infinity)
    );
  };
  return all
    .filter(isSelected)
    .toSorted((a, b) => b.timestamp - a.timestamp || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id)));
}

const someOf = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.subarray(values);
const TYPES: readonly ScoreType[] = ['NUMERIC', 'BOOLEAN', 'CATEGORICAL', 'TEXT', 'CORRECTION'];

/** Draws filters with few members each, so that many of them select something. */
export const filters: fc.Arbitrary<ScoreFilter> = fc
  .record({
    ids: someOf(...IDS, 'none', '\n'),
    traceIds: someOf(...TRACES).map((ids) => ids.map((id) => traceIdOfText(id) as string)),
    observationIds: someOf(...OBSERVATIONS).map((ids) => ids.map((id) => observationIdOfText(id) as string)),
    names: someOf('a', 'B', 'ä', 'x'),
    sources: someOf('API', 'ANNOTATION'),
    dataTypes: someOf(...TYPES),
    environments: someOf('default', 'staging'),
    configIds: someOf('a', 'B'),
    queueIds: someOf('a', 'B'),
    authorUserIds: someOf('a', 'ä'),
    sessionIds: someOf('a', 'ä'),
    datasetRunIds: someOf('a', 'B'),
    numbers: someOf(0, 1, 0.1, 1e300),
    texts: someOf('good', 'True', 'ä'),
    comparisons: fc.array(
      fc.record({
        operator: fc.constantFrom(...(Object.keys(OPERATORS) as ScoreOperator[])),
        value: fc.constantFrom(0, 0.1, 1, -0.5),
      }),
      { maxLength: 2 },
    ),
    ofTraces: fc.boolean(),
    userId: fc.constantFrom('ada', 'Bob'),
    traceTags: someOf('a', 'b'),
    from: fc.integer({ min: 0, max: 4 }).map((step) => NOW + step),
    before: fc.integer({ min: 0, max: 4 }).map((step) => NOW + step),
  })
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 3 }))
  .map((members) => Object.fromEntries(members) as ScoreFilter);
