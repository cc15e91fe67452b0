import type { QueryOf } from '@sluice/api';
import { badRequest } from '@sluice/http';
import { observationIdOfText } from '@sluice/record';
import type { ObservationsQuery } from '@sluice/store/read';
import { filtersBesideIds } from './observation-list-query';

/** Query of observations by their ids (contract: Observations). Text that is no id is the id of nothing. @throws ApiError 400 */
export function observationsQuery(parameters: QueryOf<'listObservations'>): ObservationsQuery {
  const [other] = filtersBesideIds(parameters);
  if (other !== undefined) throw badRequest(`${other}: expected no filter beside ids but traceId`);
  const ids = parameters.ids.map(observationIdOfText).filter((id) => id !== undefined);
  return { page: parameters.page, limit: parameters.limit, ...withinTrace(parameters, ids) };
}

/** Query of one observation; that of nothing for text that is no id. @throws ApiError 400 */
export function observationQuery(parameters: QueryOf<'getObservation'>, text: unknown): ObservationsQuery {
  const id = typeof text === 'string' ? observationIdOfText(text) : undefined;
  return { page: 1, limit: 1, ...withinTrace(parameters, id === undefined ? [] : [id]) };
}

function withinTrace(
  { traceId }: Pick<QueryOf<'getObservation'>, 'traceId'>,
  ids: readonly string[],
): Pick<ObservationsQuery, 'ids' | 'traceId'> {
  if (traceId === null) return { ids: [] };
  return { ids: [...new Set(ids)], ...(traceId !== undefined && { traceId }) };
}
