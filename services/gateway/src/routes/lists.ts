import { endpoints, idempotencyKey, routeOf } from '@sluice/api';
import { type Route, badRequest, sendJson, senderOf } from '@sluice/http';
import { REQUEST_LIMITS } from '@sluice/record';
import { plural } from '@sluice/runtime';
import { type GatewayDependencies, ingest } from '../ingest';

/** Endpoints of a list of items of one kind, the format of their bodies, and an item, as the answer counts them. */
const LISTS = [{ endpoint: endpoints.ingestMetrics, format: 'metrics', item: 'point' }] as const;

/** Endpoints that receive a list (spec 4.5). The whole list is valid, or nothing of it is stored. */
export const listRoutes = (dependencies: GatewayDependencies): Route[] =>
  LISTS.map(({ endpoint, format, item }) => {
    const takesKey = endpoint.headers.includes(idempotencyKey);
    return routeOf(endpoint, async (request, response) => {
      const key = takesKey ? request.get(idempotencyKey.name) : undefined;
      if (key !== undefined && (key.length === 0 || key.length > REQUEST_LIMITS.key)) {
        throw badRequest(`${idempotencyKey.name} must have 1 to ${REQUEST_LIMITS.key} characters`);
      }
      const repeatable = key === undefined ? undefined : { sender: senderOf(response).id, key };
      const kind = { format, ...(repeatable && { repeatable }) };
      const { items } = await ingest(dependencies, kind, { request, response });
      sendJson(response, 200, JSON.stringify({ message: `stored ${plural(items, item)}`, accepted: items }));
    });
  });
