import type { Endpoints } from '../document';
import { traceComparison } from './compare-traces';
import { traceDetail } from './get-trace';
import { traceBatch } from './ingest-batch';
import { metricBatch } from './ingest-metrics';
import { traceList } from './list-traces';
import { observations } from './observations';
import { metrics } from './metrics';
import { otlp } from './otlp';
import { service } from './service';
import { sessions } from './sessions';
import { traceGroups } from './trace-groups';
import { traceHistogram } from './trace-histogram';
import { traceValues } from './trace-values';

/** All endpoints, in the order of the document. */
export const endpoints: readonly Endpoints[] = [
  traceBatch,
  otlp,
  metricBatch,
  traceList,
  traceValues,
  traceGroups,
  traceHistogram,
  traceComparison,
  traceDetail,
  observations,
  sessions,
  metrics,
  service,
];
