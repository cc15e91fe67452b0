import { endpoints, routeOf } from '@sluice/api';
import { type Route, sendJson } from '@sluice/http';
import { plural } from '@sluice/runtime';
import { httpBody } from '../incoming-body';
import { type GatewayDependencies, ingest } from '../ingest';

/** POST /v1/l/batch (spec 4.1): one trace and its observations. The whole batch is valid, or nothing of it is stored. */
export function traceBatchRoute(dependencies: GatewayDependencies): Route {
  return routeOf(endpoints.ingestBatch, async (request, response) => {
    const { items } = await ingest(dependencies, { format: 'native' }, httpBody(request, response));
    sendJson(response, 200, JSON.stringify({ message: `stored the trace and ${plural(items, 'observation')}` }));
  });
}
