import { DEFAULT_LIST } from '../url/list-place';
import type { Place } from '../url/place';
import { DEFAULT_SESSIONS } from '../url/sessions-place';
import { DEFAULT_START } from '../url/start-place';
import { DEFAULT_USAGE } from '../url/usage-place';

/** A page that the header, the palette and a key lead to. */
interface Page {
  readonly title: string;
  readonly to: Place;
  /** See `Key`. */
  readonly key: string;
  /** The places that belong to it: there it is the current one. */
  readonly has: readonly Place['page'][];
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
];

/** How to send traces; it is not in the header, because it is needed once. */
export const START: Page = { title: 'Send traces', to: DEFAULT_START, key: 'g h', has: ['start'] };
