import type { ComponentType } from 'react';
import type { Address, AddressForm, Addresses, PageName } from '../url/address';
import { readCompare, writeCompare } from '../url/compare-address';
import { readDifferent, writeDifferent } from '../url/differences-address';
import { readTraces, writeList } from '../url/list-address';
import { readMetrics, writeMetrics } from '../url/metrics-address';
import { NO_PARAMETERS } from '../url/query';
import { readSession, readSessions, writeSession, writeSessions } from '../url/sessions-address';
import { readStart, writeStart } from '../url/start-address';
import { readTrace, writeTrace } from '../url/trace-address';
import { readUsage, writeUsage } from '../url/usage-address';
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
  /** Returns the address when the page is opened from another; by default the one without parameters. */
  readonly open?: (from: Address) => Shown;
}

/** All pages: the only list of them. The first one is the start page. */
export const PAGES: { readonly [Name in PageName]: Page<Addresses[Name]> } = {
  traces: {
    title: 'Traces',
    key: 'g t',
    isInHeader: true,
    path: 'traces',
    read: readTraces,
    write: writeList,
    Part: lazyPart(() => import('../list/traces-page').then((module) => module.TracesPage)),
  },
  sessions: {
    title: 'Sessions',
    key: 'g s',
    isInHeader: true,
    path: 'sessions',
    read: readSessions,
    write: writeSessions,
    Part: lazyPart(() => import('../sessions/session-list').then((module) => module.SessionList)),
  },
  usage: {
    title: 'Usage',
    key: 'g u',
    isInHeader: true,
    path: 'usage',
    read: readUsage,
    write: writeUsage,
    Part: lazyPart(() => import('../usage/usage-page').then((module) => module.UsagePage)),
  },
  metrics: {
    title: 'Metrics',
    key: 'g m',
    isInHeader: true,
    path: 'metrics',
    read: readMetrics,
    write: writeMetrics,
    Part: lazyPart(() => import('../metrics/metrics-page').then((module) => module.MetricsPage)),
  },
  different: {
    title: 'What is different?',
    key: 'g d',
    under: 'traces',
    path: 'different',
    read: readDifferent,
    write: writeDifferent,
    Part: lazyPart(() => import('../differences/differences-page').then((module) => module.DifferentPage)),
    // Range and filters of the list.
    open: (from) => ({
      ...readDifferent(NO_PARAMETERS),
      ...(from.page === 'traces' && { range: from.range, filters: from.filters }),
    }),
  },
  compare: {
    title: 'Compare two traces',
    key: 'g c',
    under: 'traces',
    path: 'compare',
    read: readCompare,
    write: writeCompare,
    Part: lazyPart(() => import('../compare/compare-page').then((module) => module.ComparePage)),
    // The shown trace is the first one.
    open: (from) => ({ ...readCompare(NO_PARAMETERS), ...(from.page === 'trace' && { left: from.id }) }),
  },
  start: {
    title: 'Send traces',
    key: 'g h',
    path: 'start',
    read: readStart,
    write: writeStart,
    Part: lazyPart(() => import('../start/send-page').then((module) => module.SendPage)),
  },
  trace: {
    path: 'traces/:id',
    read: readTrace,
    write: writeTrace,
    under: 'traces',
    Part: lazyPart(() => import('../trace/trace-page').then((module) => module.TracePage)),
  },
  session: {
    path: 'sessions/:id',
    read: readSession,
    write: writeSession,
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

/** Links to all pages that have a title, in the order of header and menu. */
export const PAGE_LINKS: readonly PageLink[] = Object.values(PAGES).flatMap((page): readonly PageLink[] => {
  const { title, key, isInHeader = false, read, open = () => read(NO_PARAMETERS, '') } = page;
  if (title === undefined || key === undefined) return [];
  const isCurrent = (address: Address): boolean =>
    address.page !== 'unknown' &&
    (PAGES[address.page] === page || PAGES[PAGES[address.page].under ?? address.page] === page);
  return [{ title, key, isInHeader, targetFrom: open, isCurrent }];
});
