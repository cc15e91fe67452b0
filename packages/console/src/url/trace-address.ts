import { ID, type Member, addressForm, member, text } from './address-form';
import { type DetailAddress, TAB } from './detail-address';
import { TRACES, type TracesAddress } from './list-address';
import { writeQuery } from './query';

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

/** Whether a parameter is set. */
const isSet = (name: string): Member<true | undefined> =>
  member(
    name,
    (given) => given === '1' || undefined,
    (value) => value && '1',
  );

/** Number above 0. */
const above = (name: string, isKnown: (value: number) => boolean): Member<number | undefined> =>
  member(name, (given) => {
    const value = Number(given);
    return value > 0 && isKnown(value) ? value : undefined;
  });

/** Ids of which the latest are kept. */
const ids = (name: string): Member<readonly string[] | undefined> => ({
  read: (parameters) => {
    const all = parameters.getAll(name).filter((each) => each !== '');
    return all.length === 0 ? undefined : all.slice(-MAX_COLLAPSED);
  },
  write: (all = []) => all.map((each) => [name, each]),
});

export const TRACE = addressForm<TraceAddress>(
  'trace',
  {
    id: ID,
    observation: text('obs'),
    all: isSet('all'),
    errors: isSet('errors'),
    path: isSet('path'),
    atLeast: above('min', Number.isFinite),
    levels: above('levels', Number.isSafeInteger),
    collapsed: ids('fold'),
    expanded: ids('unfold'),
    focus: text('focus'),
    zoom: member('zoom', zoomOf, (zoom) => zoom && `${zoom.from}..${zoom.to}`),
    find: text('find'),
    list: text('list'),
    tab: TAB,
  },
  'traces/:id',
);

function zoomOf(text: string | null): TraceAddress['zoom'] {
  const [from = NaN, to = NaN, ...rest] = (text ?? '').split('..').map(Number);
  return from >= 0 && to > from && Number.isFinite(to) && rest.length === 0 ? { from, to } : undefined;
}

/** Returns the list from which a trace was opened, otherwise the default list. */
export const listOf = (query = ''): TracesAddress => TRACES.read(new URLSearchParams(query));

/** Returns the query of a list for links to traces: the reverse of `listOf`; undefined for the default list. */
export const listQuery = (list: TracesAddress): string | undefined => writeQuery(TRACES.write(list)) || undefined;
