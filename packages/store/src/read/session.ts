import type { JsonText, Micros } from '@sluice/record';
import type { SearchCursor } from './search';
import type { Extras, IntegerText, Page, Portions, TimeWindow, TraceListItem, Versioned } from './trace';

/** The traces of a project that have one session id (contract: Reading traces). */
export interface Session {
  readonly id: string;
  /** When its first trace began. */
  readonly createdAt: Micros;
  /** Of its first trace. */
  readonly environment: string;
}

/** What is to be known of a session before it is opened. Everything but `last` is of its first traces, a bounded number. */
export interface SessionSummary {
  /** When its latest trace began. */
  readonly last: Micros;
  /** The users of its traces, the first ones by code point: a JSON array. */
  readonly users: JsonText;
  /** How many there are in all. */
  readonly userCount: number;
  /** Whether these are all of its traces. */
  readonly isWhole: boolean;
  readonly traces: number;
  /** Of them, those with an observation of the level ERROR. */
  readonly errors: number;
  /** USD. */
  readonly totalCost: number;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** Of its first trace. */
  readonly name: string | null;
  /** Of its first trace: as much of the JSON text as its preview needs. */
  readonly input: string | null;
}

export interface ListedSession extends Session {
  /** Where it was asked for. */
  readonly summary?: SessionSummary;
}

/** The window is of `createdAt`, the rest of the first trace of a session. */
interface SessionSelection extends TimeWindow {
  /** Any of them; none: all. */
  readonly environments: readonly string[];
  readonly userId?: string;
  readonly summary: boolean;
}

export interface SessionListQuery extends Page, SessionSelection {}

export interface SessionList extends Versioned {
  /** Of all pages, exact. */
  readonly totalItems: number;
  /** By `createdAt`, then id, both descending. */
  readonly sessions: readonly ListedSession[];
}

export interface SessionWalkQuery extends SessionSelection {
  /** Sessions at most. */
  readonly limit: number;
  /** Only those whose first trace comes after; absent: all. */
  readonly after?: SearchCursor;
}

export interface SessionWalk extends Versioned {
  /** By `createdAt`, then the id of the first trace, both descending. */
  readonly sessions: readonly ListedSession[];
  /** Up to here, itself among it, everything was looked at; absent: everything was. */
  readonly searchedTo?: SearchCursor;
}

export interface SessionQuery {
  readonly id: string;
  readonly include: Extras;
}

export interface SessionDetail extends Versioned {
  readonly session: Session;
  /** By timestamp, then id. */
  readonly traces: Portions<TraceListItem>;
}
