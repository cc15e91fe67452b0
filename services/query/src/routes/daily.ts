import { endpoints } from '@sluice/api';
import { dailyQuery } from '../queries/trace-query';
import { presentDailyMetrics } from '../present/daily';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/metrics/daily` (spec 4.4). */
export const dailyMetrics = ({ store, answers }: QueryDependencies): Read =>
  readOf(endpoints.getDailyMetrics, async (asked, _request, response) => {
    const query = dailyQuery(asked);
    const metrics = await readsFor(store, response).dailyMetrics(query);
    await answers.send(response, metrics, presentDailyMetrics(metrics, query));
  });
