import type { OpenRoute } from '@sluice/http';
import { knownParameters } from '../params/known-parameters';
import { ignoredParameters, listedNames } from '../params/unknown-parameters';

/** Names what of a query was left out of an answer. */
const IGNORED_HEADER = 'Sluice-Ignored-Parameters';

/** A read that refuses misspelt parameters, and lists with its answer the others that it has ignored. */
export function withKnownParameters<R extends OpenRoute>(route: R): R {
  const known = knownParameters(route.path);
  return {
    ...route,
    handle: async (request, response) => {
      const ignored = ignoredParameters(request.query, known);
      if (ignored.length > 0) response.setHeader(IGNORED_HEADER, listedNames(ignored));
      try {
        await route.handle(request, response);
      } catch (error) {
        if (!response.headersSent) response.removeHeader(IGNORED_HEADER);
        throw error;
      }
    },
  };
}
