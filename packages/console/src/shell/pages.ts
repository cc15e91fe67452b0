import { NOTHING_PICKED } from '../url/differences-address';
import { DEFAULT_LIST } from '../url/list-address';
import { DEFAULT_METRICS } from '../url/metrics-address';
import type { Address } from '../url/address';
import { DEFAULT_SESSIONS } from '../url/sessions-address';
import { DEFAULT_START } from '../url/start-address';
import { DEFAULT_USAGE } from '../url/usage-address';

/** Page in the header, in the palette and on a key. */
interface Page {
  readonly title: string;
  readonly to: Address;
  /** See `Key`. */
  readonly key: string;
  /** Pages of addresses for which this page is the current one. */
  readonly has: readonly Address['page'][];
}

export const PAGES: readonly Page[] = [
  {
    title: 'Traces',
    to: { page: 'traces', ...DEFAULT_LIST },
    key: 'g t',
    has: ['traces', 'trace', 'compare', 'different'],
  },
  { title: 'Sessions', to: DEFAULT_SESSIONS, key: 'g s', has: ['sessions', 'session'] },
  { title: 'Usage', to: DEFAULT_USAGE, key: 'g u', has: ['usage'] },
  { title: 'Metrics', to: DEFAULT_METRICS, key: 'g m', has: ['metrics'] },
];

/** Pages that are not in the header, because they are rare or opened from another page. */
export const OTHER_PAGES: readonly Page[] = [
  {
    title: 'What is different?',
    to: { page: 'different', range: DEFAULT_LIST.range, filters: [], ...NOTHING_PICKED },
    key: 'g d',
    has: [],
  },
  { title: 'Compare two traces', to: { page: 'compare' }, key: 'g c', has: [] },
  { title: 'Send traces', to: DEFAULT_START, key: 'g h', has: ['start'] },
];

/**
 * Returns the address of a page when opened from another: differences keep the range and filters of the list, a comparison starts with the
 * shown trace.
 */
export function targetOf({ to }: Page, from: Address): Address {
  if (to.page === 'different' && from.page === 'traces') return { ...to, range: from.range, filters: from.filters };
  if (to.page === 'compare' && from.page === 'trace') return { ...to, left: from.id };
  return to;
}
