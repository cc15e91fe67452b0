import { type DetailAddress, readDetail, writeDetail } from './detail-address';
import { type ListAddress, readList, writeList } from './list-address';
import { type QueryPart, withQuery } from './query';

/** Rows that an address holds as folded, and as unfolded, by hand: enough for a person, and short enough to be sent around. */
export const MAX_COLLAPSED = 40;

/** What the page of a trace shows. What is absent is as it is at first. */
export interface TraceAddress extends DetailAddress {
  readonly page: 'trace';
  readonly id: string;
  /** The observation that is selected, else the first. */
  readonly observation?: string | undefined;
  /** Whether noise of frameworks is shown too. */
  readonly all?: true | undefined;
  /** Whether only what failed is shown. */
  readonly errors?: true | undefined;
  /** Whether only what is on the slow path is shown. */
  readonly path?: true | undefined;
  /** Milliseconds that an observation takes at least. */
  readonly atLeast?: number | undefined;
  /** How many levels are unfolded. */
  readonly levels?: number | undefined;
  /** Observations that are folded although they are not by `levels`, the latest last; at least one and at most `MAX_COLLAPSED`. */
  readonly collapsed?: readonly string[] | undefined;
  /** Those that are unfolded although they are folded by `levels`. */
  readonly expanded?: readonly string[] | undefined;
  /** The observation of which only the subtree is shown. */
  readonly focus?: string | undefined;
  /** The part of the time that is shown, in milliseconds since the trace began. */
  readonly zoom?: { readonly from: number; readonly to: number } | undefined;
  /** What is searched for. */
  readonly find?: string | undefined;
  /** The query of the list that the trace was opened from: the way back, and what comes before and after. */
  readonly list?: string | undefined;
}

/** @param id of the trace */
export function readTrace(id: string, parameters: URLSearchParams): TraceAddress {
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

/** The reverse of `readTrace`: path and query. */
export function writeTrace(address: TraceAddress, query = withQuery): string {
  const { id, observation, all, errors, path, atLeast, levels, collapsed = [], expanded = [] } = address;
  const { focus, zoom, find, list } = address;
  return query(`traces/${encodeURIComponent(id)}`, [
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
  ]);
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

/** The list that a trace was opened from, else the one that is shown first. */
export const listOf = (query = ''): ListAddress => readList(new URLSearchParams(query));

/** The reverse of `listOf`, for links that lead to a trace: undefined for the list that is shown first. */
export const listQuery = (list: ListAddress): string | undefined => writeList(list).split('?')[1];
