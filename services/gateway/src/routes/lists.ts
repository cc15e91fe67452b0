import { type Endpoint, endpoints, idempotencyKey, routeOf } from '@sluice/api';
import { LISTS, type ListName } from '@sluice/decode/schemas';
import { type NeededScope, type Route, badRequest, sendJson, senderOf } from '@sluice/http';
import { REQUEST_LIMITS } from '@sluice/record';
import { plural } from '@sluice/runtime';
import { httpBody } from '../incoming-body';
import { type GatewayDependencies, ingest } from '../ingest';

type ListEndpoint = Endpoint & { readonly scope: NeededScope; readonly list: ListName };

const isList = (endpoint: Endpoint): endpoint is ListEndpoint =>
  endpoint.list !== undefined && endpoint.scope !== 'none';

/** Endpoints that receive a list (spec 4.5). The whole list is valid, or nothing of it is stored. */
export const listRoutes = (dependencies: GatewayDependencies): Route[] =>
  Object.values<Endpoint>(endpoints)
    .filter(isList)
    .map((endpoint) => {
      const { list } = endpoint;
      const takesKey = endpoint.headers?.includes(idempotencyKey) ?? false;
      return routeOf(endpoint, async (request, response) => {
        const key = takesKey ? request.get(idempotencyKey.name) : undefined;
        if (key !== undefined && (key.length === 0 || key.length > REQUEST_LIMITS.key)) {
          throw badRequest(`${idempotencyKey.name} must have 1 to ${REQUEST_LIMITS.key} characters`);
        }
        const repeatable = key === undefined ? undefined : { sender: senderOf(response).id, key };
        const kind = { format: list, ...(repeatable && { repeatable }) };
        const { items } = await ingest(dependencies, kind, httpBody(request, response));
        sendJson(
          response,
          200,
          JSON.stringify({ message: `stored ${plural(items, LISTS[list].item)}`, accepted: items }),
        );
      });
    });
