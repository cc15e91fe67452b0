import { type Route, senderOf } from '@sluice/http';
import type { Portions, StoredText, TraceListItem } from '@sluice/store/read';
import { type FieldGroups, traceListParams } from '../params/trace-params';
import { presentMeta, presentSearchMeta } from '../present/meta';
import { presentTraces } from '../present/trace';
import { type QueryParts, readsFor, shownProject } from './parts';

/** `GET /api/public/traces` (spec 4.2; contract: Text search). */
export function tracesRoute({ store, answers, listed, searched, searchMs, projectId: defaultId }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/traces',
    scope: 'read',
    handle: async (request, response) => {
      const { query, search, fields } = traceListParams(request.query);
      const sender = senderOf(response);
      const project = shownProject(sender, defaultId);
      const reads = readsFor(store, response);
      if (search === undefined) {
        const list = await reads.listTraces(query);
        listed(list.plan);
        const meta = presentMeta(query, list.totalItems);
        await answers.send(response, list, listPieces(list.portions, fields, project, meta));
      } else {
        const found = await reads.searchTraces(search, { budgetMs: searchMs, isGone: () => response.destroyed });
        searched(found);
        await answers.send(
          response,
          found,
          listPieces(found.portions, fields, project, presentSearchMeta(query, found)),
        );
      }
    },
  };
}

async function* listPieces(
  portions: Portions<TraceListItem>,
  fields: FieldGroups,
  projectId: string,
  meta: object,
): AsyncGenerator<StoredText[]> {
  yield ['{"data":['];
  yield* presentTraces(portions, fields, projectId);
  yield [`],"meta":${JSON.stringify(meta)}}`];
}
