import type { Route } from '@sluice/http';
import type { GatewayDependencies } from '../ingest';
import { eventsRoute } from './events';
import { listRoutes } from './lists';
import { otlpRoutes } from './otlp';

export { otlpRootRoutes } from './otlp';
import { scoresRoute } from './scores';
import { traceBatchRoute } from './trace-batch';

/** Makes the ingest endpoints. */
export function gatewayRoutes(dependencies: GatewayDependencies): Route[] {
  return [
    traceBatchRoute(dependencies),
    eventsRoute(dependencies),
    scoresRoute(dependencies),
    ...otlpRoutes(dependencies),
    ...listRoutes(dependencies),
  ];
}
