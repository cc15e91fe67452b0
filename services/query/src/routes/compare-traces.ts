import { endpoints } from '@sluice/api';
import { traceComparisonQuery } from '../queries/trace-query';
import { presentComparison } from '../present/comparison';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/traces/compare` (contract: Comparison of traces). */
export const traceComparison = ({ store, answers }: QueryDependencies): Read =>
  readOf(endpoints.compareTraces, async (asked, _request, response) => {
    const query = traceComparisonQuery(asked);
    const comparison = await readsFor(store, response).compareTraces(query);
    await answers.send(response, comparison, [[presentComparison(comparison)]]);
  });
