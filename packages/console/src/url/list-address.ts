import { type Filter, readFilters, writeFilter } from './filters';
import { type QueryPart, readPage, withQuery, writePage } from './query';
import { readRange } from './time-range';

/** What the list of traces shows. */
export interface ListAddress {
  /** `24h` and others of RANGES, `all`, or the two ends as ISO times with `/` between. */
  readonly range: string;
  /** In the order in which they were chosen; none is there twice. */
  readonly filters: readonly Filter[];
  /** As the API takes it: `latency.desc`. */
  readonly sort: string;
  readonly page_: number;
  /** Rows on a page. */
  readonly size: number;
  /** A text that the traces have to have; empty: none is searched. */
  readonly search: string;
  /** Fields in which the text is searched; empty: all of SEARCH_FIELDS. */
  readonly searchIn: readonly SearchField[];
  /** Whether new traces come into the list by themselves. */
  readonly isLive: boolean;
}

/** The list of traces as a place. */
export type TracesAddress = ListAddress & { readonly page: 'traces' };

export const SEARCH_FIELDS = ['name', 'id', 'input', 'output'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

export const PAGE_SIZES = [25, 50, 100, 200] as const;

const SORT_FIELDS = [
  ...['timestamp', 'name', 'userId', 'sessionId', 'release', 'version', 'environment'],
  ...['latency', 'totalCost', 'id'],
];
/** All orders of the API. */
export const SORTS: readonly string[] = SORT_FIELDS.flatMap((field) => [`${field}.desc`, `${field}.asc`]);

export const DEFAULT_LIST: ListAddress = {
  range: '24h',
  filters: [],
  sort: 'timestamp.desc',
  page_: 1,
  size: 50,
  search: '',
  searchIn: [],
  isLive: false,
};

export function readList(parameters: URLSearchParams): ListAddress {
  const size = Number(parameters.get('limit'));
  const fields = parameters.getAll('in');
  return {
    range: readRange(parameters, DEFAULT_LIST.range),
    filters: readFilters(parameters),
    sort: SORTS.find((sort) => sort === parameters.get('sort')) ?? DEFAULT_LIST.sort,
    page_: readPage(parameters),
    size: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_LIST.size,
    search: parameters.get('q') ?? '',
    searchIn: SEARCH_FIELDS.filter((field) => fields.includes(field)),
    isLive: parameters.get('live') === '1',
  };
}

/** The reverse of `readList`: path and query. */
export function writeList(address: ListAddress, query = withQuery): string {
  return query('traces', [
    ['range', address.range, DEFAULT_LIST.range],
    ...address.filters.map(writeFilter),
    ['q', address.search, ''],
    ...address.searchIn.map((field): QueryPart => ['in', field]),
    ['sort', address.sort, DEFAULT_LIST.sort],
    writePage(address.page_),
    ['limit', String(address.size), String(DEFAULT_LIST.size)],
    ['live', address.isLive ? '1' : '0', '0'],
  ]);
}
