import { endpoints } from '@sluice/api';
import { notFound, senderOf } from '@sluice/http';
import type { FoundObservations, ListedObservation, Observation, StoredText, Versioned } from '@sluice/store/read';
import { observationQuery, observationsQuery } from '../queries/observation-query';
import { observationPageQuery, observationScanQuery } from '../queries/observation-list-query';
import { presentCursorMeta, presentMeta } from '../present/meta';
import { type AloneForm, presentAlone } from '../present/observation';
import { presentScanned } from '../present/scanned-observation';
import { listOf } from './list-of';
import { lookAgain } from './retry-read';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { type Read, readOf } from './read';
import { inForm, isAsSent } from './sdk-form';

/** `GET /api/public/observations`: a page of a list, or several by their ids (contract: Observations). */
export const observations = ({ store, answers, projectId: defaultId }: QueryDependencies): Read =>
  readOf(endpoints.listObservations, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const { ids, page, limit } = parameters;
    const query = ids.length > 0 ? observationsQuery(parameters) : observationPageQuery(parameters);
    const form = { asSent, projectId: shownProject(senderOf(response), defaultId) };
    const reads = readsFor(store, response);
    const found =
      'ids' in query
        ? await reads.findObservations({ ...query, asSent })
        : await reads.listObservations({ ...query, asSent });
    const pieces = listOf<Observation | ListedObservation>(
      found.observations,
      (each) => presentAlone('trace' in each ? each.observation : each, form),
      presentMeta({ page, limit }, found.totalItems ?? 0),
    );
    await answers.send(response, inForm<Versioned>(found, asSent), pieces);
  });

/** `GET /api/public/v2/observations` (contract: Observations). */
export const observationScan = ({ store, answers, projectId: defaultId }: QueryDependencies): Read =>
  readOf(endpoints.scanObservations, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const { query, groups, expanded } = observationScanQuery(parameters);
    const form = { groups, expanded, projectId: shownProject(senderOf(response), defaultId) };
    const found = await readsFor(store, response).listObservations({ ...query, asSent });
    await answers.send(
      response,
      inForm(found, asSent),
      listOf(found.observations, (each) => presentScanned(each, form), presentCursorMeta(found.next)),
    );
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
