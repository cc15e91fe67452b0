import { readMetrics } from './read-metrics';
import { readNative } from './read-native';
import { readOtlpLogsJson, readOtlpLogsProtobuf } from './read-otlp-logs';
import { readOtlpMetricsJson, readOtlpMetricsProtobuf } from './read-otlp-metrics';
import { readOtlpJson, readOtlpProtobuf } from './read-otlp';
import type { Format, Job, Reading } from './reading';

const READERS: Readonly<Record<Format, (body: Buffer, job: Job) => Reading>> = {
  native: readNative,
  'otlp-json': readOtlpJson,
  'otlp-protobuf': readOtlpProtobuf,
  metrics: readMetrics,
  'otlp-metrics-json': readOtlpMetricsJson,
  'otlp-metrics-protobuf': readOtlpMetricsProtobuf,
  'otlp-logs-json': readOtlpLogsJson,
  'otlp-logs-protobuf': readOtlpLogsProtobuf,
};

/** The records of a body. @throws DecodeError, at the latest before it ends; nothing else */
export const read = (body: Buffer, job: Job): Reading => READERS[job.format](body, job);

export type { Format, Job, Outcome, Reading } from './reading';
