import { type Route, senderOf } from '@sluice/http';
import type { StoredText, TraceList } from '@sluice/store/read';
import { type TraceListParams, traceListParams } from '../params/trace-params';
import { presentMeta } from '../present/meta';
import { presentTraces } from '../present/trace';
import { type QueryParts, shownProject } from './parts';

/** `GET /api/public/traces` (spec 4.2). */
export function tracesRoute({ store, answers, listed, projectId: defaultId }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/traces',
    scope: 'read',
    handle: async (request, response) => {
      const params = traceListParams(request.query);
      const sender = senderOf(response);
      const list = await store.of(sender.project).listTraces(params.query);
      listed(list.plan);
      await answers.send(response, list, listPieces(list, params, shownProject(sender, defaultId)));
    },
  };
}

async function* listPieces(
  list: TraceList,
  { query, fields }: TraceListParams,
  projectId: string,
): AsyncGenerator<StoredText[]> {
  yield ['{"data":['];
  yield* presentTraces(list.portions, fields, projectId);
  yield [`],"meta":${JSON.stringify(presentMeta(query, list.totalItems))}}`];
}
