import type { Route } from '@sluice/http';
import type { TraceList } from '@sluice/store/read';
import { type TraceListParams, traceListParams } from '../params/trace-params';
import { presentMeta } from '../present/meta';
import { presentTrace } from '../present/trace';
import { streamJson } from '../stream-json';
import type { QueryParts } from './parts';

/** `GET /api/public/traces` (spec 4.2). */
export function tracesRoute({ store, projectId }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/traces',
    handle: async (request, response) => {
      const params = traceListParams(request.query);
      await streamJson(response, listPieces(await store.listTraces(params.query), params, projectId));
    },
  };
}

async function* listPieces(list: TraceList, { query, fields }: TraceListParams, projectId: string) {
  let separator = '{"data":[';
  for await (const portion of list.portions) {
    for (const { trace, io, observationIds } of portion) {
      yield separator + presentTrace({ trace, io, fields, projectId, observations: observationIds ?? '[]' });
      separator = ',';
    }
  }
  yield `${separator === ',' ? '' : separator}],"meta":${JSON.stringify(presentMeta(query, list.totalItems))}}`;
}
