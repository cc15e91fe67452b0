import type { Route } from '@sluice/http';
import type { GatewayParts } from '../ingest';
import { metricBatchRoute } from './metric-batch';
import { otlpTracesRoute } from './otlp-traces';
import { traceBatchRoute } from './trace-batch';

/** The endpoints that take data in. */
export function gatewayRoutes(parts: GatewayParts): Route[] {
  return [traceBatchRoute(parts), otlpTracesRoute(parts), metricBatchRoute(parts)];
}
