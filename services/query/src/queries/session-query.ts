import { type QueryOf, invalid } from '@sluice/api';
import type { SessionListQuery, SessionScanQuery } from '@sluice/store/read';
import { type FieldGroups, fieldGroups } from './field-groups';
import { openWindowOf } from './trace-query';

/** Queries of the list of sessions (contract: Reading traces). */
export interface SessionListQueries {
  readonly query: SessionListQuery;
  /** Requests for sessions have a cursor, not the number of a page. */
  readonly scan?: SessionScanQuery;
}

/** @throws ApiError 400 */
export function sessionListQueries(parameters: QueryOf<'listSessions'>): SessionListQueries {
  const { userId, page, limit } = parameters;
  const selected = {
    limit,
    ...openWindowOf(parameters),
    environments: parameters.environment,
    ...(userId !== undefined && { userId }),
    summary: fieldGroups(parameters.fields).summary,
  };
  const { cursor, orderBy } = parameters;
  if (cursor === undefined) return { query: { ...selected, page, orderBy } };
  if (page !== 1) throw invalid('page', '1 with cursor: go on with the nextCursor of meta', `${page}`);
  if (orderBy !== 'createdAt' && orderBy !== 'lastTimestamp') {
    throw invalid('orderBy', 'createdAt or lastTimestamp with cursor: other orders have pages', orderBy);
  }
  const after = cursor === 'newest' ? {} : { after: cursor };
  return { query: { ...selected, page, orderBy }, scan: { ...selected, orderBy, ...after } };
}

/** Field groups of the traces of a session by default, as in the Langfuse API: without observations. */
const BY_DEFAULT: FieldGroups = { io: true, scores: true, observations: false, metrics: true, summary: false };

/** Groups of the members of a session's traces. */
export const sessionFields = ({ fields }: QueryOf<'getSession'>): FieldGroups => fieldGroups(fields, BY_DEFAULT);
