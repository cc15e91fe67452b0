import { badRequest } from '@sluice/http';
import { ANSWER_LIMITS, TRACE_SEARCHED, isLonger, parseTraceId } from '@sluice/record';
import type { SearchCursor, TraceListQuery, TraceSearchQuery } from '@sluice/store/read';
import { type Query, bound, invalid, list, scalar } from './query-params';

const DEFAULT_ORDER = 'timestamp.desc';

/**
 * The search that a list is asked with; undefined: none (contract: Text search).
 * @param asked the list's own parameters
 * @throws ApiError 400
 */
export function searchParams(query: Query, asked: TraceListQuery): TraceSearchQuery | undefined {
  const text = scalar(query, 'q');
  const fields = searchedFields(query);
  const after = searchPlace(query);
  if (text === undefined) {
    if (after !== undefined) throw badRequest('searchFrom: expected with q alone, the text that is searched');
    return undefined;
  }
  if (isLonger(text, ANSWER_LIMITS.searched)) {
    throw invalid('q', `at most ${ANSWER_LIMITS.searched} characters`, text);
  }
  const { order, page, ...search } = asked;
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

function searchedFields(query: Query): TraceSearchQuery['fields'] {
  const names = list(query, 'searchIn');
  const wrong = names.find((name) => !TRACE_SEARCHED.some((field) => field === name));
  if (wrong !== undefined) throw invalid('searchIn', `any of ${TRACE_SEARCHED.join(', ')}`, wrong);
  return names.length === 0 ? TRACE_SEARCHED : TRACE_SEARCHED.filter((field) => names.includes(field));
}

function searchPlace(query: Query): SearchCursor | undefined {
  const text = scalar(query, 'searchFrom');
  return text === undefined ? undefined : placeOf('searchFrom', text, 'the searchedTo of an answer');
}

/**
 * A time and an id, as `presentAddress` writes them.
 * @param name of the parameter
 * @param what it should be
 * @throws ApiError 400
 */
export function placeOf(name: string, text: string, what: string): SearchCursor {
  const [time = '', given = '', ...rest] = text.split(',', 3);
  const id = parseTraceId(given);
  if (id === undefined || rest.length > 0) throw invalid(name, what, text);
  return { timestamp: bound(name, time).micros, id };
}
