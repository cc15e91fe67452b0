import { endpoints } from '@sluice/api';
import { selectionOf } from '../queries/trace-query';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/traces/values` (contract: Values of traces). */
export const traceValues = ({ store, answers }: QueryDependencies): Read =>
  readOf(endpoints.listTraceValues, async (asked, _request, response) => {
    const selection = selectionOf(asked, 'name');
    const query = { ...selection, field: asked.field, prefix: asked.prefix ?? '', limit: asked.limit };
    const found = await readsFor(store, response).traceValues(query);
    const data = found.values.map((value) => ({ value }));
    await answers.send(response, found, [[JSON.stringify({ data, meta: { truncated: found.truncated } })]]);
  });
