import { type Filter, writeFilter } from '../url/filters';

/** Parameters of the list that are no filters; a value that is not understood is the default. */
const OTHERS = new Set(['range', 'q', 'in', 'sort', 'page', 'limit', 'live']);
const MOST_NAMED = 5;
const LONGEST = 60;

/** Parameters of an address that are none of its filters, as `level=FOO`; at most MOST_NAMED, each of LONGEST characters. */
export function unreadFilters(search: string, filters: readonly Filter[]): readonly string[] {
  const read = new Set(filters.map((filter) => writeFilter(filter).join('=')));
  return [...new URLSearchParams(search)]
    .filter(([name, value]) => !OTHERS.has(name) && !read.has(`${name}=${value}`))
    .slice(0, MOST_NAMED)
    .map((parameter) => parameter.join('=').slice(0, LONGEST));
}
