import { endpoints } from '@sluice/api';
import { traceHistogramQuery } from '../queries/trace-query';
import { presentHistogram } from '../present/histogram';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/traces/histogram` (contract: Histogram of traces). */
export const traceHistogram = ({ store, answers, clock }: QueryDependencies): Read =>
  readOf(endpoints.getTraceHistogram, async (asked, _request, response) => {
    const query = traceHistogramQuery(asked, clock.now());
    const histogram = await readsFor(store, response).traceHistogram(query);
    await answers.send(response, histogram, [[presentHistogram(histogram, query)]]);
  });
