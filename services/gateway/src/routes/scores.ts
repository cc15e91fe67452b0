import { endpoints, routeOf } from '@sluice/api';
import { type Route, sendJson } from '@sluice/http';
import { httpBody } from '../incoming-body';
import { type GatewayDependencies, ingest } from '../ingest';

/** POST /api/public/scores (contract: Scores). One score is stored or refused; each score of a list by itself. */
export function scoresRoute(dependencies: GatewayDependencies): Route {
  return routeOf(endpoints.ingestScores, async (request, response) => {
    const outcome = await ingest(dependencies, { format: 'scores' }, httpBody(request, response));
    const { scoreId, items, refused, reasons } = outcome;
    if (scoreId !== undefined) sendJson(response, 200, JSON.stringify({ id: scoreId }));
    else if (refused === 0) sendJson(response, 202, JSON.stringify({ message: 'Accepted' }));
    else {
      const errors = reasons.map((message) => ({ message }));
      sendJson(response, 207, JSON.stringify({ accepted: items, rejected: refused, errors }));
    }
  });
}
