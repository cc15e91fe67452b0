import { ANSWER_LIMITS } from '@sluice/record';
import type { SessionListQuery, SessionWalkQuery } from '@sluice/store/read';
import { type Query, invalid, list, scalar } from './query-params';
import { placeOf } from './search-params';
import { type FieldGroups, fieldGroups, openWindow, pageParams } from './trace-params';

/** The parameters of the list of sessions (contract: Reading traces). */
export interface SessionListParams {
  readonly query: SessionListQuery;
  /** Sessions are asked for by a cursor, not by the number of a page. */
  readonly walk?: SessionWalkQuery;
}

/** What a cursor is that begins. */
const NEWEST = 'newest';

/** @throws ApiError 400 */
export function sessionListParams(query: Query): SessionListParams {
  const userId = scalar(query, 'userId');
  const { page, ...asked }: SessionListQuery = {
    ...pageParams(query, ANSWER_LIMITS.sessions),
    ...openWindow(query),
    environments: list(query, 'environment'),
    ...(userId !== undefined && { userId }),
    summary: fieldGroups(query).summary,
  };
  const cursor = scalar(query, 'cursor');
  if (cursor === undefined) return { query: { ...asked, page } };
  if (page !== 1) throw invalid('page', '1 with cursor: go on with the nextCursor of meta', `${page}`);
  const after = cursor === NEWEST ? undefined : placeOf('cursor', cursor, `${NEWEST} or the nextCursor of an answer`);
  return { query: { ...asked, page }, walk: { ...asked, ...(after && { after }) } };
}

/** As the Langfuse API answers the traces of a session: without their observations. */
const BY_DEFAULT: FieldGroups = { io: true, scores: true, observations: false, metrics: true, summary: false };

/** The parameter `fields` of a session. */
export const sessionFields = (query: Query): FieldGroups => fieldGroups(query, BY_DEFAULT);
