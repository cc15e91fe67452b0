import { endpoints, routeOf } from '@sluice/api';
import { type Route, sendJson } from '@sluice/http';
import { httpBody } from '../incoming-body';
import { type GatewayDependencies, ingest } from '../ingest';

/** POST /api/public/ingestion (contract: Order of events). Each event is stored or refused by itself. */
export function eventsRoute(dependencies: GatewayDependencies): Route {
  return routeOf(endpoints.ingestEvents, async (request, response) => {
    const { events = [] } = await ingest(dependencies, { format: 'events' }, httpBody(request, response));
    const successes = events.filter(({ refused }) => refused === undefined).map(({ id }) => ({ id, status: 201 }));
    const errors = events.flatMap(({ id, refused }) =>
      refused === undefined ? [] : [{ id, status: 400, message: refused, error: 'InvalidRequestError' }],
    );
    sendJson(response, 207, JSON.stringify({ successes, errors }));
  });
}
