import { type QueryOf, invalid } from '@sluice/api';
import { badRequest } from '@sluice/http';
import type { TraceListQuery, TraceSearchQuery } from '@sluice/store/read';

const DEFAULT_ORDER = 'timestamp.desc';

/**
 * Search of a request for a list; undefined: none (contract: Text search).
 * @param query of the list
 * @throws ApiError 400
 */
export function searchQuery(
  { q: text, searchIn: fields, searchFrom: after }: Pick<QueryOf<'listTraces'>, 'q' | 'searchIn' | 'searchFrom'>,
  query: TraceListQuery,
): TraceSearchQuery | undefined {
  if (text === undefined) {
    if (after !== undefined) throw badRequest('searchFrom: expected with q alone, the text that is searched');
    return undefined;
  }
  const { order, page, ...search } = query;
  if (order.field !== 'timestamp' || order.direction !== 'desc') {
    throw invalid(
      'orderBy',
      `${DEFAULT_ORDER} with q, which finds the newest first`,
      `${order.field}.${order.direction}`,
    );
  }
  if (page !== 1) throw invalid('page', '1 with q: go on with searchFrom, the searchedTo of meta', `${page}`);
  return { ...search, text, fields, ...(after && { after }) };
}
