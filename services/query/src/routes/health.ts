import { LANGFUSE_API_VERSION, endpoints, openRouteOf } from '@sluice/api';
import { type OpenRoute, sendJson, unavailable } from '@sluice/http';
import { remembered } from '@sluice/runtime';
import { readOf, withKnownParameters } from './read';

export interface HealthDependencies {
  /** Resolves when the database answers reads. */
  readonly check: () => Promise<void>;
  /** Version of the product. */
  readonly version: string;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
}

/**
 * `GET /api/public/health` and `/ready`, which probes of Langfuse ask, without credentials (contract: HTTP in general). Probes of an
 * orchestrator belong to the admin listener, whose answers have more.
 */
export function healthRoutes({ check, version, elapsed }: HealthDependencies): OpenRoute[] {
  const body = JSON.stringify({ status: 'OK', version: LANGFUSE_API_VERSION, sluiceVersion: version });
  const databaseAnswers = remembered(check, elapsed);
  const ready = async (): Promise<void> => {
    try {
      await databaseAnswers();
    } catch (error) {
      throw unavailable('the database does not answer', error);
    }
  };
  const health = withKnownParameters(
    readOf(endpoints.getPublicHealth, async ({ failIfDatabaseUnavailable }, _request, response) => {
      if (failIfDatabaseUnavailable === 'true') await ready();
      sendJson(response, 200, body);
    }),
  );
  return [
    openRouteOf(health.endpoint, health.handle),
    openRouteOf(endpoints.getPublicReady, async (_request, response) => {
      await ready();
      sendJson(response, 200, body);
    }),
  ];
}
