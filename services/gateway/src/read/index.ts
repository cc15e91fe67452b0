import type { Topic } from '@sluice/bus';
import { type Kind, type SluiceRecord, topicOf } from '@sluice/record';
import { LISTS, type ListName } from '@sluice/decode/schemas';
import { readEvents } from './read-events';
import { readList } from './read-list';
import { readNative } from './read-native';
import { readScores } from './read-scores';
import { readOtlpLogsJson, readOtlpLogsProtobuf } from './read-otlp-logs';
import { readOtlpMetricsJson, readOtlpMetricsProtobuf } from './read-otlp-metrics';
import { readOtlpJson, readOtlpProtobuf } from './read-otlp';
import type { Outcome, Reading, Received } from './read-result';

/** Properties of the bodies of one format. */
interface Bodies {
  /** Source under which they are counted. */
  readonly source: string;
  /** Topic of their records; undefined: they never have any. */
  readonly topic: Topic | undefined;
  readonly read: (body: Buffer, received: Received) => Reading;
}

/** Bodies that are lists, under the name of their member. */
const LIST_BODIES = Object.fromEntries(
  Object.entries(LISTS).map(([name, list]) => [
    name,
    { source: list.kind, topic: topicOf(list.kind), read: readList<Kind>(list) },
  ]),
) as Readonly<Record<ListName, Bodies & { readonly source: (typeof LISTS)[ListName]['kind'] }>>;

/** All accepted formats. */
const BODIES = {
  ...LIST_BODIES,
  native: { source: 'native', topic: 'sluice.traces.v1', read: readNative },
  events: { source: 'event', topic: 'sluice.traces.v1', read: readEvents },
  scores: { source: 'score', topic: 'sluice.traces.v1', read: readScores },
  'otlp-json': { source: 'otlp', topic: 'sluice.traces.v1', read: readOtlpJson },
  'otlp-protobuf': { source: 'otlp', topic: 'sluice.traces.v1', read: readOtlpProtobuf },
  'otlp-metrics-json': { source: 'otlp-metric', topic: 'sluice.metrics.v1', read: readOtlpMetricsJson },
  'otlp-metrics-protobuf': { source: 'otlp-metric', topic: 'sluice.metrics.v1', read: readOtlpMetricsProtobuf },
  'otlp-logs-json': { source: 'otlp-log', topic: undefined, read: readOtlpLogsJson },
  'otlp-logs-protobuf': { source: 'otlp-log', topic: undefined, read: readOtlpLogsProtobuf },
} as const satisfies Record<string, Bodies>;

export type Format = keyof typeof BODIES;

/** Source of a request's data. */
export type Source = (typeof BODIES)[Format]['source'];

/** Instructions for reading a body. Plain data, as `Received`. */
export interface Job extends Received {
  readonly format: Format;
}

/**
 * Reads the records of a body, in the project of its sender.
 * @throws DecodeError, at the latest before it ends; nothing else
 */
export function read(body: Buffer, job: Job): Reading {
  const reading = BODIES[job.format].read(body, job);
  return job.project === undefined ? reading : inProject(reading, job.project);
}

/**
 * Reads all records of a small body, and the outcome for the response.
 * @throws DecodeError
 */
export function readAtOnce(
  body: Buffer,
  job: Job,
): { readonly records: readonly SluiceRecord[]; readonly outcome: Outcome } {
  const records: SluiceRecord[] = [];
  const reading = read(body, job);
  let step = reading.next();
  for (; !step.done; step = reading.next()) records.push(...step.value);
  return { records, outcome: step.value };
}

/** Sets the project of all records; here for all formats and kinds, so that none can omit it. */
function* inProject(reading: Reading, project: string): Reading {
  let step = reading.next();
  for (; !step.done; step = reading.next()) yield step.value.map((record) => ({ ...record, project }));
  return step.value;
}

/** Source and topic of a format. */
export const destinationOf = (format: Format): { readonly source: Source; readonly topic: Topic | undefined } =>
  BODIES[format];

export type { Outcome, Reading } from './read-result';
