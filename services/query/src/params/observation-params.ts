import { badRequest } from '@sluice/http';
import { ANSWER_LIMITS, parseObservationId, parseTraceId } from '@sluice/record';
import type { ObservationsQuery } from '@sluice/store/read';
import { type Query, list, scalar, valuesOf } from './query-params';
import { pageParams } from './trace-params';

/** By what the Langfuse API lists observations. Ignoring one would answer wrongly. */
export const OBSERVATION_FILTERS = [
  ...['name', 'userId', 'type', 'level', 'parentObservationId', 'environment', 'version', 'filter'],
  ...['fromStartTime', 'toStartTime'],
];

/**
 * The parameters of observations by their ids (contract: Reading traces). Text that is no id is the id of nothing.
 * @throws ApiError 400
 */
export function observationsParams(query: Query): ObservationsQuery {
  for (const name of OBSERVATION_FILTERS) {
    if (valuesOf(query, name).length > 0) throw badRequest(`${name}: not supported, ask for observations by their ids`);
  }
  const asked = list(query, 'ids');
  if (asked.length === 0) throw badRequest(`ids: required, the ids of up to ${ANSWER_LIMITS.ids} observations`);
  if (asked.length > ANSWER_LIMITS.ids) {
    throw badRequest(`ids: expected up to ${ANSWER_LIMITS.ids} ids, got ${asked.length}`);
  }
  const ids = asked.map(parseObservationId).filter((id) => id !== undefined);
  return { ...pageParams(query, ANSWER_LIMITS.observations), ...withinTrace(query, ids) };
}

/** The parameters of one observation; undefined for text that is no id. @throws ApiError 400 */
export function observationParams(query: Query, text: unknown): ObservationsQuery {
  const id = typeof text === 'string' ? parseObservationId(text) : undefined;
  return { page: 1, limit: 1, ...withinTrace(query, id === undefined ? [] : [id]) };
}

function withinTrace(query: Query, ids: readonly string[]): Pick<ObservationsQuery, 'ids' | 'traceId'> {
  const text = scalar(query, 'traceId');
  if (text === undefined) return { ids: [...new Set(ids)] };
  const traceId = parseTraceId(text);
  return traceId === undefined ? { ids: [] } : { ids: [...new Set(ids)], traceId };
}
