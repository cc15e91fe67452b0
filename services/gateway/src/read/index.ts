import type { Topic } from '@sluice/bus';
import { readMetrics } from './read-metrics';
import { readNative } from './read-native';
import { readOtlpLogsJson, readOtlpLogsProtobuf } from './read-otlp-logs';
import { readOtlpMetricsJson, readOtlpMetricsProtobuf } from './read-otlp-metrics';
import { readOtlpJson, readOtlpProtobuf } from './read-otlp';
import type { Reading, Received } from './reading';

/** The bodies that are taken: what they are counted as, where their records go (nowhere: they never have any), what reads them. */
const BODIES = {
  native: { source: 'native', topic: 'sluice.traces.v1', read: readNative },
  'otlp-json': { source: 'otlp', topic: 'sluice.traces.v1', read: readOtlpJson },
  'otlp-protobuf': { source: 'otlp', topic: 'sluice.traces.v1', read: readOtlpProtobuf },
  metrics: { source: 'metric', topic: 'sluice.metrics.v1', read: readMetrics },
  'otlp-metrics-json': { source: 'otlp-metric', topic: 'sluice.metrics.v1', read: readOtlpMetricsJson },
  'otlp-metrics-protobuf': { source: 'otlp-metric', topic: 'sluice.metrics.v1', read: readOtlpMetricsProtobuf },
  'otlp-logs-json': { source: 'otlp-log', topic: undefined, read: readOtlpLogsJson },
  'otlp-logs-protobuf': { source: 'otlp-log', topic: undefined, read: readOtlpLogsProtobuf },
} as const satisfies Record<string, { source: string; topic: Topic | undefined; read: Reader }>;

type Reader = (body: Buffer, received: Received) => Reading;

export type Format = keyof typeof BODIES;

/** What a request brought. */
export type Source = (typeof BODIES)[Format]['source'];

/** How a body is to be read. Plain data, as `Received`. */
export interface Job extends Received {
  readonly format: Format;
}

/** The records of a body. @throws DecodeError, at the latest before it ends; nothing else */
export const read = (body: Buffer, job: Job): Reading => BODIES[job.format].read(body, job);

/** What bodies of a format are counted as, and where their records go. */
export const destinationOf = (format: Format): { readonly source: Source; readonly topic: Topic | undefined } =>
  BODIES[format];

export type { Outcome, Reading } from './reading';
