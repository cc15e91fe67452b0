import type { Endpoint } from '../endpoint';
import type { QueryParameters, QueryValues } from '../kinds/parameter';
import { compareTraces } from './compare-traces';
import { getTrace } from './get-trace';
import { ingestBatch } from './ingest-batch';
import { ingestEvents } from './ingest-events';
import { ingestMetrics } from './ingest-metrics';
import { ingestOtlpLogs } from './ingest-otlp-logs';
import { ingestOtlpMetrics } from './ingest-otlp-metrics';
import { ingestOtlpTraces } from './ingest-otlp-traces';
import { ingestScores } from './ingest-scores';
import { getScore, getTraceScore, listScores, listTraceScores } from './list-scores';
import { listTraces } from './list-traces';
import { getDailyMetrics, listMetricLabels, listMetricNames, queryMetric } from './metrics';
import { listObservationGroups } from './observation-groups';
import { getObservation, listObservations } from './observations';
import { atRoot } from './otlp';
import { scanObservations } from './scan-observations';
import { scanScores } from './scan-scores';
import { getHealth, getOpenApiDocument, getPublicHealth, getPublicReady, listProjects } from './service';
import { getSession, listSessions } from './sessions';
import { listTraceGroups } from './trace-groups';
import { getTraceHistogram } from './trace-histogram';
import { listTraceValues } from './trace-values';

/** All endpoints by their names, in the order of the document. */
export const endpoints = {
  ingestBatch,
  ingestEvents,
  ingestScores,
  ingestOtlpTraces,
  ingestOtlpMetrics,
  ingestOtlpLogs,
  ingestOtlpTracesAtRoot: atRoot(ingestOtlpTraces),
  ingestOtlpMetricsAtRoot: atRoot(ingestOtlpMetrics),
  ingestOtlpLogsAtRoot: atRoot(ingestOtlpLogs),
  ingestMetrics,
  listTraces,
  listTraceValues,
  listTraceGroups,
  getTraceHistogram,
  compareTraces,
  getTrace,
  listObservations,
  scanObservations,
  listObservationGroups,
  getObservation,
  listSessions,
  getSession,
  listTraceScores,
  getTraceScore,
  listScores,
  getScore,
  scanScores,
  getDailyMetrics,
  queryMetric,
  listMetricLabels,
  listMetricNames,
  listProjects,
  getOpenApiDocument,
  getPublicHealth,
  getPublicReady,
  getHealth,
} satisfies Readonly<Record<string, Endpoint>>;

/** Values of the query of an endpoint, by the names of its parameters. */
export type QueryOf<Name extends keyof typeof endpoints> = (typeof endpoints)[Name] extends {
  readonly query: infer Parameters extends QueryParameters;
}
  ? QueryValues<Parameters>
  : never;
