import type { ComponentType } from 'react';
import type { Address, AddressForm, Addresses, PageName } from '../url/address';
import { COMPARE } from '../url/compare-address';
import { DIFFERENT } from '../url/differences-address';
import { TRACES } from '../url/list-address';
import { METRICS } from '../url/metrics-address';
import { SESSION, SESSIONS } from '../url/sessions-address';
import { START } from '../url/start-address';
import { FAILURES, STEPS } from '../url/steps-address';
import { TRACE, listOf } from '../url/trace-address';
import { USAGE } from '../url/usage-address';
import { lazyPart } from './lazy-part';

/** Page of the console. */
interface Page<Shown> extends AddressForm<Shown> {
  /** The page itself, whose code is a chunk. */
  readonly Part: ComponentType<{ readonly address: Shown }>;
  /** Title in the header, the menu and the palette, and its key (see `Key`); absent for a page that only other pages open. */
  readonly title?: string;
  readonly key?: string;
  readonly isInHeader?: true;
  /** Page of the header that is the current one too. */
  readonly under?: PageName;
  /** Returns members of the address when the page is opened from another, besides the range of time. */
  readonly open?: (from: Address) => Partial<Shown>;
}

/** All pages: the only list of them. The first one is the start page. */
export const PAGES: { readonly [Name in PageName]: Page<Addresses[Name]> } = {
  traces: {
    title: 'Traces',
    key: 'g t',
    isInHeader: true,
    ...TRACES,
    Part: lazyPart(() => import('../list/traces-page').then((module) => module.TracesPage)),
  },
  steps: {
    title: 'Steps',
    key: 'g p',
    isInHeader: true,
    ...STEPS,
    Part: lazyPart(() => import('../steps/pages').then((module) => module.StepsPage)),
  },
  failures: {
    title: 'Failures',
    key: 'g f',
    isInHeader: true,
    ...FAILURES,
    Part: lazyPart(() => import('../steps/pages').then((module) => module.FailuresPage)),
  },
  sessions: {
    title: 'Sessions',
    key: 'g s',
    isInHeader: true,
    ...SESSIONS,
    Part: lazyPart(() => import('../sessions/session-list').then((module) => module.SessionList)),
  },
  usage: {
    title: 'Usage',
    key: 'g u',
    isInHeader: true,
    ...USAGE,
    Part: lazyPart(() => import('../usage/usage-page').then((module) => module.UsagePage)),
  },
  metrics: {
    title: 'Metrics',
    key: 'g m',
    isInHeader: true,
    ...METRICS,
    Part: lazyPart(() => import('../metrics/metrics-page').then((module) => module.MetricsPage)),
  },
  different: {
    title: 'What is different?',
    key: 'g d',
    under: 'traces',
    ...DIFFERENT,
    Part: lazyPart(() => import('../differences/differences-page').then((module) => module.DifferentPage)),
    // Filters of the list.
    open: (from) => (from.page === 'traces' ? { filters: from.filters } : {}),
  },
  compare: {
    title: 'Compare two traces',
    key: 'g c',
    under: 'traces',
    ...COMPARE,
    Part: lazyPart(() => import('../compare/compare-page').then((module) => module.ComparePage)),
    // The shown trace is the first one.
    open: (from) => (from.page === 'trace' ? { left: from.id } : {}),
  },
  start: {
    title: 'Send traces',
    key: 'g h',
    ...START,
    Part: lazyPart(() => import('../start/send-page').then((module) => module.SendPage)),
  },
  trace: {
    ...TRACE,
    under: 'traces',
    Part: lazyPart(() => import('../trace/trace-page').then((module) => module.TracePage)),
  },
  session: {
    ...SESSION,
    under: 'sessions',
    Part: lazyPart(() => import('../sessions/session-page').then((module) => module.SessionPage)),
  },
};

/** Link to a page in the header, the menu, the palette, and on a key. */
interface PageLink {
  readonly title: string;
  readonly key: string;
  readonly isInHeader: boolean;
  readonly targetFrom: (from: Address) => Address;
  /** Whether an address is of the page, or of a page under it. */
  readonly isCurrent: (address: Address) => boolean;
}

/** Returns the range of time that other pages keep; that of a trace is the one of its list. */
function rangeIn(from: Address): { readonly range?: string } {
  if (from.page === 'trace') return from.list === undefined ? {} : { range: listOf(from.list).range };
  return 'range' in from ? { range: from.range } : {};
}

/** Links to all pages that have a title, in the order of header and menu. */
export const PAGE_LINKS: readonly PageLink[] = Object.values(PAGES).flatMap((page): readonly PageLink[] => {
  const { title, key, isInHeader = false, read, open } = page;
  if (title === undefined || key === undefined) return [];
  const targetFrom = (from: Address): Address =>
    ({ ...read(new URLSearchParams(rangeIn(from)), ''), ...open?.(from) }) as Address;
  const isCurrent = (address: Address): boolean =>
    address.page !== 'unknown' &&
    (PAGES[address.page] === page || PAGES[PAGES[address.page].under ?? address.page] === page);
  return [{ title, key, isInHeader, targetFrom, isCurrent }];
});
