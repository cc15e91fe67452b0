import { type DetailAddress, readDetail, writeDetail } from './detail-address';
import { type ListAddress, readList, writeList } from './list-address';
import { type QueryPart, writeQuery } from './query';

/** Most collapsed, and most expanded, rows in an address: enough for manual use, and short enough to share. */
export const MAX_COLLAPSED = 40;

/** Address of a trace page. Absent members have their defaults. */
export interface TraceAddress extends DetailAddress {
  readonly page: 'trace';
  readonly id: string;
  /** Selected observation; absent for the first. */
  readonly observation?: string | undefined;
  /** Whether noise of frameworks is shown too. */
  readonly all?: true | undefined;
  /** Whether only failed rows are shown. */
  readonly errors?: true | undefined;
  /** Whether only the slow path is shown. */
  readonly path?: true | undefined;
  /** Least duration of an observation in milliseconds. */
  readonly atLeast?: number | undefined;
  /** Number of expanded levels. */
  readonly levels?: number | undefined;
  /** Observations collapsed by hand besides those of `levels`, the latest last: 1 to `MAX_COLLAPSED`. */
  readonly collapsed?: readonly string[] | undefined;
  /** Observations expanded by hand that `levels` collapses. */
  readonly expanded?: readonly string[] | undefined;
  /** Observation whose subtree alone is shown. */
  readonly focus?: string | undefined;
  /** Shown time range, in milliseconds since the start of the trace. */
  readonly zoom?: { readonly from: number; readonly to: number } | undefined;
  /** Searched text. */
  readonly find?: string | undefined;
  /** Query of the list from which the trace was opened, for the link back and for the neighbours. */
  readonly list?: string | undefined;
}

declare module './address' {
  interface Addresses {
    readonly trace: TraceAddress;
  }
}

/** @param id of the trace */
export function readTrace(parameters: URLSearchParams, id: string): TraceAddress {
  const text = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value === null || value === '' ? undefined : value;
  };
  const isSet = (name: string): true | undefined => (parameters.get(name) === '1' ? true : undefined);
  return {
    page: 'trace',
    id,
    observation: text('obs'),
    all: isSet('all'),
    errors: isSet('errors'),
    path: isSet('path'),
    atLeast: numberOf(text('min')),
    levels: levelsOf(text('levels')),
    collapsed: idsOf(parameters.getAll('fold')),
    expanded: idsOf(parameters.getAll('unfold')),
    focus: text('focus'),
    zoom: zoomOf(text('zoom')),
    find: text('find'),
    list: parameters.get('list') ?? undefined,
    ...readDetail(parameters),
  };
}

/** Writes parameters of the address: the reverse of `readTrace`. */
export function writeTrace(address: TraceAddress): readonly QueryPart[] {
  const { observation, all, errors, path, atLeast, levels, collapsed = [], expanded = [] } = address;
  const { focus, zoom, find, list } = address;
  return [
    ['obs', observation],
    ['all', all && '1'],
    ['errors', errors && '1'],
    ['path', path && '1'],
    ['min', atLeast?.toString()],
    ['levels', levels?.toString()],
    ...collapsed.map((each): QueryPart => ['fold', each]),
    ...expanded.map((each): QueryPart => ['unfold', each]),
    ['focus', focus],
    ['zoom', zoom && `${zoom.from}..${zoom.to}`],
    ['find', find],
    ['list', list],
    ...writeDetail(address),
  ];
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function levelsOf(text: string | undefined): number | undefined {
  const levels = numberOf(text);
  return Number.isSafeInteger(levels) ? levels : undefined;
}

function idsOf(texts: readonly string[]): readonly string[] | undefined {
  const ids = texts.filter((each) => each !== '').slice(-MAX_COLLAPSED);
  return ids.length === 0 ? undefined : ids;
}

function zoomOf(text: string | undefined): TraceAddress['zoom'] {
  const [from = NaN, to = NaN, ...rest] = (text ?? '').split('..').map(Number);
  return from >= 0 && to > from && Number.isFinite(to) && rest.length === 0 ? { from, to } : undefined;
}

/** Returns the list from which a trace was opened, otherwise the default list. */
export const listOf = (query = ''): ListAddress => readList(new URLSearchParams(query));

/** Returns the query of a list for links to traces: the reverse of `listOf`; undefined for the default list. */
export const listQuery = (list: ListAddress): string | undefined => writeQuery(writeList(list)) || undefined;
