import { type Route, sendJson } from '@sluice/http';
import { counted } from '@sluice/runtime';
import { type GatewayParts, ingest } from '../ingest';

/** POST /v1/l/batch (spec 4.1): one trace and its observations. The whole batch is valid, or nothing of it is stored. */
export function traceBatchRoute(parts: GatewayParts): Route {
  return {
    method: 'post',
    path: '/v1/l/batch',
    scope: 'ingest',
    handle: async (request, response) => {
      const { items } = await ingest(parts, { format: 'native' }, { request, response });
      sendJson(response, 200, JSON.stringify({ message: `stored the trace and ${counted(items, 'observation')}` }));
    },
  };
}
