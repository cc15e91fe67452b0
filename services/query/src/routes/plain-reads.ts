import { type QueryEndpoint, type QueryParameters, type QueryValues, endpoints } from '@sluice/api';
import type { NeededScope } from '@sluice/http';
import type { Micros } from '@sluice/record';
import type { Held, ProjectStore } from '@sluice/store/read';
import { presentComparison } from '../present/comparison';
import { presentDailyMetrics } from '../present/daily';
import { presentGroups } from '../present/groups';
import { presentObservationGroups } from '../present/observation-groups';
import { observationGroupsQuery } from '../queries/observation-groups-query';
import { presentHistogram } from '../present/histogram';
import { presentMetric, presentMetricNames } from '../present/metric';
import { metricLabelsQuery, metricQuery } from '../queries/metric-query';
import {
  dailyQuery,
  selectionOf,
  traceComparisonQuery,
  traceHistogramQuery,
  traceValuesQuery,
} from '../queries/trace-query';
import type { Fragments } from '../stream-json';
import { type QueryDependencies, readsFor } from './parts';
import { type Read, readOf } from './read';

/** Steps of an endpoint that answers the result of one read of the store. */
interface Steps<Parameters extends QueryParameters, Query, Found extends Held> {
  /** @throws ApiError 400 */
  readonly query: (parameters: QueryValues<Parameters>, now: Micros) => Query;
  readonly read: (reads: ProjectStore, query: Query) => Promise<Found>;
  readonly present: (found: Found, query: Query) => Fragments;
}

type PlainRead = (dependencies: QueryDependencies) => Read;

function plainRead<Parameters extends QueryParameters, Query, Found extends Held>(
  endpoint: QueryEndpoint<Parameters> & { readonly scope: NeededScope },
  { query, read, present }: Steps<Parameters, Query, Found>,
): PlainRead {
  return ({ store, answers, clock }) =>
    readOf(endpoint, async (parameters, _request, response) => {
      const made = query(parameters, clock.now());
      const found = await read(readsFor(store, response), made);
      await answers.send(response, found, present(found, made));
    });
}

const PLAIN_READS: readonly PlainRead[] = [
  plainRead(endpoints.listTraceValues, {
    query: traceValuesQuery,
    read: (reads, query) => reads.traceValues(query),
    present: ({ values, truncated }) => inOnePiece({ data: values.map((value) => ({ value })), meta: { truncated } }),
  }),
  plainRead(endpoints.listTraceGroups, {
    query: (parameters) => ({
      ...selectionOf(parameters, 'name'),
      ...{ by: parameters.by, orderBy: parameters.orderBy, limit: parameters.limit },
    }),
    read: (reads, query) => reads.traceGroups(query),
    present: (groups) => [[presentGroups(groups)]],
  }),
  plainRead(endpoints.listObservationGroups, {
    query: observationGroupsQuery,
    read: (reads, query) => reads.observationGroups(query),
    present: (groups, query) => [[presentObservationGroups(groups, query)]],
  }),
  plainRead(endpoints.getTraceHistogram, {
    query: traceHistogramQuery,
    read: (reads, query) => reads.traceHistogram(query),
    present: (histogram, query) => [[presentHistogram(histogram, query)]],
  }),
  plainRead(endpoints.compareTraces, {
    query: traceComparisonQuery,
    read: (reads, query) => reads.compareTraces(query),
    present: (comparison) => [[presentComparison(comparison)]],
  }),
  plainRead(endpoints.getDailyMetrics, {
    query: dailyQuery,
    read: (reads, query) => reads.dailyMetrics(query),
    present: presentDailyMetrics,
  }),
  plainRead(endpoints.queryMetric, {
    query: metricQuery,
    read: (reads, query) => reads.queryMetric(query),
    present: (result, { groupBy }) => presentMetric(result, groupBy),
  }),
  plainRead(endpoints.listMetricLabels, {
    query: metricLabelsQuery,
    read: (reads, query) => reads.metricLabels(query),
    present: ({ labels, truncated }) => inOnePiece({ data: labels, meta: { truncated } }),
  }),
  plainRead(endpoints.listMetricNames, {
    query: () => undefined,
    read: (reads) => reads.metricNames(),
    present: presentMetricNames,
  }),
];

/** Makes the endpoints that answer the result of one read of the store. */
export const plainReads = (dependencies: QueryDependencies): readonly Read[] =>
  PLAIN_READS.map((read) => read(dependencies));

const inOnePiece = (answer: object): Fragments => [[JSON.stringify(answer)]];
