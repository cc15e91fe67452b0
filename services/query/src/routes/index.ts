import { routeOf } from '@sluice/api';
import { type Handler, type Route, unavailable } from '@sluice/http';
import { StoreUnavailableError } from '@sluice/store/read';
import { observation, observationScan, observations } from './observations';
import type { QueryDependencies } from './parts';
import { plainReads } from './plain-reads';
import { projects } from './projects';
import { type Read, withKnownParameters } from './read';
import { withReceipt } from './receipt';
import { scores } from './scores';
import { session, sessions } from './sessions';
import { trace } from './trace';
import { traces } from './traces';

/** The endpoints that give data out. */
export const reads = (dependencies: QueryDependencies): readonly Read[] => [
  // Before that of a trace, whose path has any id.
  ...plainReads(dependencies),
  traces(dependencies),
  trace(dependencies),
  observations(dependencies),
  observationScan(dependencies),
  observation(dependencies),
  ...scores(dependencies),
  sessions(dependencies),
  session(dependencies),
  projects(dependencies),
];

/** The routes of these endpoints. */
export function queryRoutes(dependencies: QueryDependencies): Route[] {
  return reads(dependencies)
    .map((read) => withKnownParameters(withReceipt(read, dependencies)))
    .map(({ endpoint, handle }) => routeOf(endpoint, withStoreErrors(handle)));
}

/** Answers 503 where the store does not answer; the log gets the cause. */
function withStoreErrors(handle: Handler): Handler {
  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      throw unavailable(error.message, error.cause);
    }
  };
}
