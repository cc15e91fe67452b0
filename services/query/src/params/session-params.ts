import { ANSWER_LIMITS } from '@sluice/record';
import type { SessionListQuery } from '@sluice/store/read';
import { type Query, list } from './query-params';
import { type FieldGroups, fieldGroups, pageParams, timeWindow } from './trace-params';

/** The parameters of the list of sessions (contract: Reading traces). @throws ApiError 400 */
export function sessionListParams(query: Query): SessionListQuery {
  return {
    ...pageParams(query, ANSWER_LIMITS.sessions),
    ...timeWindow(query),
    environments: list(query, 'environment'),
  };
}

/** As the Langfuse API answers the traces of a session: without their observations. */
const BY_DEFAULT: FieldGroups = { io: true, scores: true, observations: false, metrics: true, summary: false };

/** The parameter `fields` of a session. */
export const sessionFields = (query: Query): FieldGroups => fieldGroups(query, BY_DEFAULT);
