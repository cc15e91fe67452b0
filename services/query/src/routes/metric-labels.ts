import { endpoints } from '@sluice/api';
import { metricLabelsQuery } from '../queries/metric-query';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/metrics/labels` (contract: Metric points and series). */
export const metricLabels = ({ store, answers }: QueryDependencies): Read =>
  readOf(endpoints.listMetricLabels, async (asked, _request, response) => {
    const query = metricLabelsQuery(asked);
    const found = await readsFor(store, response).metricLabels(query);
    const { labels, truncated } = found;
    await answers.send(response, found, [[JSON.stringify({ data: labels, meta: { truncated } })]]);
  });
