import { type DetailPlace, readDetail, writeDetail } from './detail-place';

/** Where the user is. The address has all of it: what is shown can be sent to somebody and found again. */
export type Place =
  | ({ readonly page: 'traces' } & ListPlace)
  | ({ readonly page: 'trace'; readonly id: string; readonly observation?: string | undefined } & DetailPlace)
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
    const id = decode(second);
    if (id !== undefined)
      return { page: 'trace', id, observation: parameters.get('obs') ?? undefined, ...readDetail(parameters) };
  }
  return { page: 'unknown', path };
}

/** The reverse of `readPlace`: path and query. */
export function writePlace(place: Place): string {
  switch (place.page) {
    case 'traces':
      return withQuery('traces', writeList(place));
    case 'trace':
      return withQuery(`traces/${encodeURIComponent(place.id)}`, [['obs', place.observation], ...writeDetail(place)]);
    case 'unknown':
      return place.path;
  }
}

function readList(parameters: URLSearchParams): ListPlace {
  const filters = [...parameters].flatMap(([name, value]) =>
    isFilterName(name) && value !== '' ? [{ name, value }] : [],
  );
  const page = Number(parameters.get('page') ?? 1);
  return {
    range: parameters.get('range') ?? DEFAULT_LIST.range,
    filters,
    sort: parameters.get('sort') ?? DEFAULT_LIST.sort,
    page_: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function writeList({ range, filters, sort, page_ }: ListPlace): [string, string | undefined][] {
  return [
    ['range', range === DEFAULT_LIST.range ? undefined : range],
    ...filters.map(({ name, value }): [string, string] => [name, value]),
    ['sort', sort === DEFAULT_LIST.sort ? undefined : sort],
    ['page', page_ === 1 ? undefined : String(page_)],
  ];
}

function withQuery(path: string, parameters: readonly [string, string | undefined][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters) if (value !== undefined) query.append(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

const isFilterName = (name: string): name is FilterName => (FILTER_NAMES as readonly string[]).includes(name);

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
