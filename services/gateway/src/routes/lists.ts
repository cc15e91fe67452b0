import { type Route, badRequest, sendJson, senderOf } from '@sluice/http';
import { REQUEST_LIMITS } from '@sluice/record';
import { plural } from '@sluice/runtime';
import { type GatewayDependencies, ingest } from '../ingest';
import { lists } from '../read';

/** Endpoints that receive a list (spec 4.5). The whole list is valid, or nothing of it is stored. */
export const listRoutes = (dependencies: GatewayDependencies): Route[] =>
  lists.map(({ path, format, item, takesKey }) => ({
    method: 'post',
    path,
    scope: 'ingest',
    handle: async (request, response) => {
      const key = takesKey ? request.get('idempotency-key') : undefined;
      if (key !== undefined && (key.length === 0 || key.length > REQUEST_LIMITS.key)) {
        throw badRequest(`Idempotency-Key must have 1 to ${REQUEST_LIMITS.key} characters`);
      }
      const repeatable = key === undefined ? undefined : { sender: senderOf(response).id, key };
      const kind = { format, ...(repeatable && { repeatable }) };
      const { items } = await ingest(dependencies, kind, { request, response });
      sendJson(response, 200, JSON.stringify({ message: `stored ${plural(items, item)}`, accepted: items }));
    },
  }));
