import { type Route, notFound, senderOf } from '@sluice/http';
import type { FoundObservations, ObservationsQuery, StoredText } from '@sluice/store/read';
import { observationParams, observationsParams } from '../params/observation-params';
import { presentMeta } from '../present/meta';
import { presentAlone } from '../present/observation';
import { lookAgain } from './look-again';
import { type QueryParts, readsFor, shownProject } from './parts';

/** `GET /api/public/observations`: several by their ids (contract: Reading traces). */
export function observationsRoute({ store, answers, projectId: defaultId }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/observations',
    scope: 'read',
    handle: async (request, response) => {
      const query = observationsParams(request.query);
      const sender = senderOf(response);
      const found = await readsFor(store, response).findObservations(query);
      await answers.send(response, found, listPieces(found, query, shownProject(sender, defaultId)));
    },
  };
}

/** `GET /api/public/observations/:observationId` (contract: Reading traces). */
export function observationRoute(parts: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/observations/:observationId',
    scope: 'read',
    handle: async (request, response) => {
      const query = observationParams(request.query, request.params['observationId']);
      const sender = senderOf(response);
      const look = async (): Promise<FoundObservations | undefined> => {
        const found = await readsFor(parts.store, response).findObservations(query);
        return found.totalItems === 0 ? undefined : found;
      };
      // Without a trace it takes long to find nothing: once.
      const again = query.traceId !== undefined && query.ids.length > 0;
      const found = await (again ? lookAgain(parts, response, look) : look());
      if (found === undefined) throw notFound('there is no observation with this id');
      await parts.answers.send(response, found, pieces(found, shownProject(sender, parts.projectId)));
    },
  };
}

async function* pieces({ observations }: FoundObservations, projectId: string): AsyncGenerator<StoredText[]> {
  for await (const portion of observations) {
    for (const observation of portion) yield presentAlone(observation, projectId);
  }
}

async function* listPieces(
  found: FoundObservations,
  query: ObservationsQuery,
  projectId: string,
): AsyncGenerator<StoredText[]> {
  let separator = '{"data":[';
  for await (const piece of pieces(found, projectId)) {
    yield [separator, ...piece];
    separator = ',';
  }
  yield [`${separator === ',' ? '' : separator}],"meta":${JSON.stringify(presentMeta(query, found.totalItems))}}`];
}
