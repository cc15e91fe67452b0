import { type Route, badRequest, credentialIdOf, sendJson } from '@sluice/http';
import { REQUEST_LIMITS } from '@sluice/record';
import { counted } from '@sluice/runtime';
import { type GatewayParts, ingest } from '../ingest';

/** POST /v1/metrics/batch (spec 4.5): metric points. A retry with the same Idempotency-Key stores nothing twice. */
export function metricBatchRoute(parts: GatewayParts): Route {
  return {
    method: 'post',
    path: '/v1/metrics/batch',
    handle: async (request, response) => {
      const key = request.get('idempotency-key');
      if (key !== undefined && (key.length === 0 || key.length > REQUEST_LIMITS.key)) {
        throw badRequest(`Idempotency-Key must have 1 to ${REQUEST_LIMITS.key} characters`);
      }
      const repeatable = key === undefined ? undefined : { sender: credentialIdOf(response), key };
      const kind = { format: 'metrics', ...(repeatable && { repeatable }) } as const;
      const { items } = await ingest(parts, kind, { request, response });
      sendJson(response, 200, JSON.stringify({ message: `stored ${counted(items, 'point')}`, accepted: items }));
    },
  };
}
