import { type Filter, readFilters, writeFilter } from './filters';
import { type QueryPart, readPage, readWord, writePage } from './query';
import { readRange } from './time-range';

/** State of the list of traces. */
export interface ListAddress {
  /** Name of a range such as `24h`, `all`, or two ISO times with `/` between them. */
  readonly range: string;
  /** Filters in the order of their choice, without duplicates. */
  readonly filters: readonly Filter[];
  /** Order as in the API: `latency.desc`. */
  readonly sort: string;
  readonly page_: number;
  /** Rows per page. */
  readonly size: number;
  /** Text to search for; empty for no search. */
  readonly search: string;
  /** Fields in which the text is searched; empty for all of SEARCH_FIELDS. */
  readonly searchIn: readonly SearchField[];
  /** Whether new traces are added to the list automatically. */
  readonly isLive: boolean;
}

/** Address of the list of traces. */
export type TracesAddress = ListAddress & { readonly page: 'traces' };

declare module './address' {
  interface Addresses {
    readonly traces: TracesAddress;
  }
}

export type SearchField = 'name' | 'id' | 'input' | 'output' | 'observations' | 'metadata' | 'status' | 'tags';
/** Texts that a search may be limited to. A text of words is smaller in the page than a list. */
export const SEARCH_FIELDS = 'name id input output observations metadata status tags'.split(' ') as SearchField[];

export const PAGE_SIZES = [25, 50, 100, 200] as const;

const SORT_FIELDS = 'timestamp name userId sessionId release version environment latency totalCost id'.split(' ');
/** All orders of the API, the usual one first. */
export const SORTS = SORT_FIELDS.flatMap((field) => [`${field}.desc`, `${field}.asc`]) as [string, ...string[]];

export const DEFAULT_LIST: ListAddress = {
  range: '24h',
  filters: [],
  sort: SORTS[0],
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
    sort: readWord(parameters.get('sort'), SORTS),
    page_: readPage(parameters),
    size: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_LIST.size,
    search: parameters.get('q') ?? '',
    searchIn: SEARCH_FIELDS.filter((field) => fields.includes(field)),
    isLive: parameters.get('live') === '1',
  };
}

export const readTraces = (parameters: URLSearchParams): TracesAddress => ({ page: 'traces', ...readList(parameters) });

/** Writes parameters of the address: the reverse of `readList`. */
export function writeList(address: ListAddress): readonly QueryPart[] {
  return [
    ['range', address.range, DEFAULT_LIST.range],
    ...address.filters.map(writeFilter),
    ['q', address.search, ''],
    ...address.searchIn.map((field): QueryPart => ['in', field]),
    ['sort', address.sort, DEFAULT_LIST.sort],
    writePage(address.page_),
    ['limit', String(address.size), String(DEFAULT_LIST.size)],
    ['live', address.isLive ? '1' : '0', '0'],
  ];
}
