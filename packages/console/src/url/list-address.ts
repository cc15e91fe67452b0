import { PAGE, SEARCH, addressForm, flag, member, word } from './address-form';
import { type Filter, TRACE_FILTERS } from './filters';
import { NO_PARAMETERS } from './query';
import { RANGE } from './time-range';

/** Address of the list of traces. */
export interface TracesAddress {
  readonly page: 'traces';
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

export const TRACES = addressForm<TracesAddress>('traces', {
  range: RANGE,
  filters: TRACE_FILTERS,
  search: SEARCH,
  searchIn: {
    read: (parameters) => {
      const fields = parameters.getAll('in');
      return SEARCH_FIELDS.filter((field) => fields.includes(field));
    },
    write: (fields) => fields.map((field) => ['in', field]),
  },
  sort: word('sort', SORTS),
  page_: PAGE,
  size: member<number>('limit', (given) => PAGE_SIZES.find((known) => String(known) === given) ?? 50),
  isLive: flag('live'),
});

export const DEFAULT_LIST = TRACES.read(NO_PARAMETERS);
