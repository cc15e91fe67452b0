import { type Handler, type Route, unavailable } from '@sluice/http';
import { StoreUnavailableError } from '@sluice/store/read';
import { compareTracesRoute } from './compare-traces';
import { dailyRoute } from './daily';
import { metricLabelsRoute } from './metric-labels';
import { metricNamesRoute } from './metric-names';
import { metricQueryRoute } from './metric-query';
import { observationRoute, observationsRoute } from './observations';
import { withKnownParameters } from './parameters';
import type { QueryDependencies } from './parts';
import { projectsRoute } from './projects';
import { withReceipt } from './receipt';
import { sessionRoute, sessionsRoute } from './sessions';
import { traceRoute } from './trace';
import { traceGroupsRoute } from './trace-groups';
import { traceHistogramRoute } from './trace-histogram';
import { traceValuesRoute } from './trace-values';
import { tracesRoute } from './traces';

/** The endpoints that give data out. */
export function queryRoutes(dependencies: QueryDependencies): Route[] {
  const ofData = [
    tracesRoute(dependencies),
    // Before that of a trace, whose path has any id.
    traceValuesRoute(dependencies),
    traceGroupsRoute(dependencies),
    traceHistogramRoute(dependencies),
    compareTracesRoute(dependencies),
    traceRoute(dependencies),
    observationsRoute(dependencies),
    observationRoute(dependencies),
    sessionsRoute(dependencies),
    sessionRoute(dependencies),
    dailyRoute(dependencies),
    metricQueryRoute(dependencies),
    metricLabelsRoute(dependencies),
    metricNamesRoute(dependencies),
  ].map((route) => ({ ...route, handle: withReceipt(route.handle, dependencies) }));
  return [...ofData, projectsRoute(dependencies)]
    .map(withKnownParameters)
    .map((route) => ({ ...route, handle: withStoreErrors(route.handle) }));
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
