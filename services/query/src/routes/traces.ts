import { endpoints } from '@sluice/api';
import { senderOf } from '@sluice/http';
import type { Portions, StoredText, TraceListItem } from '@sluice/store/read';
import { traceListQueries } from '../queries/trace-query';
import { presentMeta, presentSearchMeta } from '../present/meta';
import { type TraceForm, presentTraces } from '../present/trace';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { type Read, readOf } from './read';
import { inForm, isAsSent } from './sdk-form';

/** `GET /api/public/traces` (spec 4.2; contract: Text search). */
export const traces = ({ store, answers, listed, searched, searchMs, projectId: defaultId }: QueryDependencies): Read =>
  readOf(endpoints.listTraces, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const { query, search, fields } = traceListQueries(parameters, { asSent });
    const form = { fields, projectId: shownProject(senderOf(response), defaultId) };
    const reads = readsFor(store, response);
    if (search === undefined) {
      const list = await reads.listTraces(query);
      listed(list.plan);
      const meta = presentMeta(query, list.totalItems);
      await answers.send(response, inForm(list, asSent), listPieces(list.portions, form, meta));
    } else {
      const found = await reads.searchTraces(search, { budgetMs: searchMs, isGone: () => response.destroyed });
      searched(found);
      await answers.send(
        response,
        inForm(found, asSent),
        listPieces(found.portions, form, presentSearchMeta(query, found)),
      );
    }
  });

async function* listPieces(
  portions: Portions<TraceListItem>,
  form: TraceForm,
  meta: object,
): AsyncGenerator<StoredText[]> {
  yield ['{"data":['];
  yield* presentTraces(portions, form);
  yield [`],"meta":${JSON.stringify(meta)}}`];
}
