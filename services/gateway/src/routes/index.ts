import type { Route } from '@sluice/http';
import type { GatewayParts } from '../ingest';
import { listRoutes } from './lists';
import { otlpRoutes } from './otlp';
import { traceBatchRoute } from './trace-batch';

/** The endpoints that take data in. */
export function gatewayRoutes(parts: GatewayParts): Route[] {
  return [traceBatchRoute(parts), ...otlpRoutes(parts), ...listRoutes(parts)];
}
