import { endpoints } from '@sluice/api';
import { selectionOf } from '../queries/trace-query';
import { presentGroups } from '../present/groups';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/traces/groups` (contract: Groups of traces). */
export const traceGroups = ({ store, answers }: QueryDependencies): Read =>
  readOf(endpoints.listTraceGroups, async (asked, _request, response) => {
    const selection = selectionOf(asked, 'name');
    const query = { ...selection, by: asked.by, orderBy: asked.orderBy, limit: asked.limit };
    const groups = await readsFor(store, response).traceGroups(query);
    await answers.send(response, groups, [[presentGroups(groups)]]);
  });
