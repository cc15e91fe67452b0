import { type QueryOf, invalid } from '@sluice/api';
import { badRequest } from '@sluice/http';
import { observationIdOfText } from '@sluice/record';
import type { ScoreFilter, ScoreListQuery } from '@sluice/store/read';
import { openWindowOf } from './trace-query';

type PageParameters = QueryOf<'listTraceScores'>;

/** Query of a page of scores of traces (contract: Scores). @throws ApiError 400 */
export const traceScoresQuery = (parameters: PageParameters): ScoreListQuery => ({
  filter: { ...pageFilter(parameters), ofTraces: true },
  at: { page: parameters.page },
  limit: parameters.limit,
});

/** Query of a page of scores, and whether its answer has their traces. */
export interface ScoresQuery {
  readonly query: ScoreListQuery;
  readonly hasTraces: boolean;
}

/** @throws ApiError 400 */
export function scoresQuery(parameters: QueryOf<'listScores'>): ScoresQuery {
  const { fields, userId, traceTags, traceId, observationId, sessionId, datasetRunId, page, limit } = parameters;
  const hasTraces = fields === undefined || fields.has('trace');
  if (fields !== undefined && !fields.has('score'))
    throw invalid('fields', 'score among the groups', [...fields].join());
  const ofTrace = userId !== undefined ? 'userId' : traceTags.length > 0 ? 'traceTags' : undefined;
  if (!hasTraces && ofTrace !== undefined) throw badRequest(`${ofTrace}: expected trace among the groups of fields`);
  const filter: ScoreFilter = {
    ...pageFilter(parameters),
    ...(traceId !== undefined && { traceIds: traceId === null ? [] : [traceId] }),
    ...(observationId !== undefined && { observationIds: idsOf(observationId, observationIdOfText) }),
    ...(sessionId !== undefined && { sessionIds: [sessionId] }),
    ...(datasetRunId !== undefined && { datasetRunIds: [datasetRunId] }),
  };
  return { query: { filter, at: { page }, limit }, hasTraces };
}

/** Returns the ids of texts; text that is no id is the id of nothing. */
export const idsOf = (texts: readonly string[], read: (text: string) => string | undefined): readonly string[] =>
  texts.flatMap((text) => read(text) ?? []);

function pageFilter(parameters: PageParameters): ScoreFilter {
  const { name, environment, source, dataType, configId, queueId, scoreIds, operator, value } = parameters;
  const { userId, traceTags } = parameters;
  if (operator !== undefined && value === undefined)
    throw badRequest('operator: expected value, the number that it compares with, beside it');
  if (operator === undefined && value !== undefined)
    throw badRequest('value: expected operator, the comparison with it, beside it');
  return {
    ...openWindowOf(parameters),
    ...(name !== undefined && { names: [name] }),
    ...(environment.length > 0 && { environments: environment }),
    ...(source !== undefined && { sources: [source] }),
    ...(dataType !== undefined && { dataTypes: [dataType] }),
    ...(configId !== undefined && { configIds: [configId] }),
    ...(queueId !== undefined && { queueIds: [queueId] }),
    ...(scoreIds !== undefined && { ids: scoreIds }),
    ...(operator !== undefined && value !== undefined && { comparisons: [{ operator, value }] }),
    ...(userId !== undefined && { userId }),
    ...(traceTags.length > 0 && { traceTags }),
  };
}

/** Query of one score. @param text of the path */
export const scoreQuery = (text: string, ofTraces: boolean): ScoreListQuery => ({
  filter: { ids: [text], ofTraces },
  at: { page: 1 },
  limit: 1,
});
