import { type DetailPlace, readDetail, writeDetail } from './detail-place';
import { type MetricsPlace, readMetrics, writeMetrics } from './metrics-place';
import { decodePart, readPage, withQuery, writePage, type QueryPart } from './query';
import { type SessionPlace, type SessionsPlace, readSessions, writeSessions } from './sessions-place';
import { type UsagePlace, readUsage, writeUsage } from './usage-place';

/** Where the user is. The address has all of it: what is shown can be sent to somebody and found again. */
export type Place =
  | ({ readonly page: 'traces' } & ListPlace)
  | ({ readonly page: 'trace'; readonly id: string; readonly observation?: string | undefined } & DetailPlace)
  | SessionsPlace
  | SessionPlace
  | UsagePlace
  | MetricsPlace
  | { readonly page: 'unknown'; readonly path: string };

/** What the list shows. */
export interface ListPlace {
  /** `24h`, or the two ends as ISO times with `/` between. */
  readonly range: string;
  /** Values by the parameter of the API that they go to, in the order in which they were chosen. */
  readonly filters: readonly Filter[];
  readonly sort: string;
  readonly page_: number;
}

export interface Filter {
  readonly name: FilterName;
  readonly value: string;
}

/** The filters of a list, as the API names them. */
export const FILTER_NAMES = ['name', 'userId', 'sessionId', 'tags', 'environment', 'release', 'version'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export const DEFAULT_LIST: ListPlace = { range: '24h', filters: [], sort: 'timestamp.desc', page_: 1 };

/** @param path of the address below the console, without a slash at its begin */
export function readPlace(path: string, search: string): Place {
  const parameters = new URLSearchParams(search);
  const [first = '', second, ...rest] = path.split('/');
  if (first === '' || (first === 'traces' && second === undefined)) return { page: 'traces', ...readList(parameters) };
  if (first === 'traces' && second !== undefined && rest.length === 0) {
    const id = decodePart(second);
    if (id !== undefined)
      return { page: 'trace', id, observation: parameters.get('obs') ?? undefined, ...readDetail(parameters) };
  }
  const sessions = first === 'sessions' && rest.length === 0 ? readSessions(second, parameters) : undefined;
  if (sessions !== undefined) return sessions;
  if (path === 'usage') return readUsage(parameters);
  if (path === 'metrics') return readMetrics(parameters);
  return { page: 'unknown', path };
}

/** The reverse of `readPlace`: path and query. */
export function writePlace(place: Place): string {
  switch (place.page) {
    case 'traces':
      return withQuery('traces', writeList(place));
    case 'trace':
      return withQuery(`traces/${encodeURIComponent(place.id)}`, [['obs', place.observation], ...writeDetail(place)]);
    case 'sessions':
    case 'session':
      return writeSessions(place);
    case 'usage':
      return writeUsage(place);
    case 'metrics':
      return writeMetrics(place);
    case 'unknown':
      return place.path;
  }
}

function readList(parameters: URLSearchParams): ListPlace {
  const filters = [...parameters].flatMap(([name, value]) =>
    isFilterName(name) && value !== '' ? [{ name, value }] : [],
  );
  return {
    range: parameters.get('range') ?? DEFAULT_LIST.range,
    filters,
    sort: parameters.get('sort') ?? DEFAULT_LIST.sort,
    page_: readPage(parameters),
  };
}

function writeList({ range, filters, sort, page_ }: ListPlace): QueryPart[] {
  return [
    ['range', range === DEFAULT_LIST.range ? undefined : range],
    ...filters.map(({ name, value }): QueryPart => [name, value]),
    ['sort', sort === DEFAULT_LIST.sort ? undefined : sort],
    writePage(page_),
  ];
}

const isFilterName = (name: string): name is FilterName => (FILTER_NAMES as readonly string[]).includes(name);
