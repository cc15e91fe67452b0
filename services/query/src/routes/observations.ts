import { endpoints } from '@sluice/api';
import { notFound, senderOf } from '@sluice/http';
import type { FoundObservations, ObservationsQuery, StoredText } from '@sluice/store/read';
import { observationQuery, observationsQuery } from '../queries/observation-query';
import { presentMeta } from '../present/meta';
import { type AloneForm, presentAlone } from '../present/observation';
import { lookAgain } from './retry-read';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { type Read, readOf } from './read';
import { inForm, isAsSent } from './sdk-form';

/** `GET /api/public/observations`: several by their ids (contract: Reading traces). */
export const observations = ({ store, answers, projectId: defaultId }: QueryDependencies): Read =>
  readOf(endpoints.listObservations, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const query = observationsQuery(parameters);
    const form = { asSent, projectId: shownProject(senderOf(response), defaultId) };
    const found = await readsFor(store, response).findObservations({ ...query, asSent });
    await answers.send(response, inForm(found, asSent), listPieces(found, query, form));
  });

/** `GET /api/public/observations/:observationId` (contract: Reading traces). */
export const observation = (dependencies: QueryDependencies): Read =>
  readOf(endpoints.getObservation, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const query = observationQuery(parameters, request.params['observationId']);
    const form = { asSent, projectId: shownProject(senderOf(response), dependencies.projectId) };
    const look = async (): Promise<FoundObservations | undefined> => {
      const found = await readsFor(dependencies.store, response).findObservations({ ...query, asSent });
      return found.totalItems === 0 ? undefined : found;
    };
    // Without a trace it takes long to find nothing: once.
    const again = query.traceId !== undefined && query.ids.length > 0;
    const found = await (again ? lookAgain(dependencies, response, look) : look());
    if (found === undefined) throw notFound('there is no observation with this id');
    await dependencies.answers.send(response, inForm(found, asSent), pieces(found, form));
  });

async function* pieces({ observations }: FoundObservations, form: AloneForm): AsyncGenerator<StoredText[]> {
  for await (const portion of observations) {
    for (const observation of portion) yield presentAlone(observation, form);
  }
}

async function* listPieces(
  found: FoundObservations,
  query: ObservationsQuery,
  form: AloneForm,
): AsyncGenerator<StoredText[]> {
  let separator = '{"data":[';
  for await (const piece of pieces(found, form)) {
    yield [separator, ...piece];
    separator = ',';
  }
  yield [`${separator === ',' ? '' : separator}],"meta":${JSON.stringify(presentMeta(query, found.totalItems))}}`];
}
