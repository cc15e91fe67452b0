import { endpoints } from '@sluice/api';
import { metricQuery } from '../queries/metric-query';
import { presentMetric } from '../present/metric';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/metrics/query` (spec 4.6). */
export const metricSeries = ({ store, answers, clock }: QueryDependencies): Read =>
  readOf(endpoints.queryMetric, async (asked, _request, response) => {
    const query = metricQuery(asked, clock.now());
    const result = await readsFor(store, response).queryMetric(query);
    await answers.send(response, result, presentMetric(result, query.groupBy));
  });
