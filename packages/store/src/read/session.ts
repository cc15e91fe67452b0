import type { JsonText, Micros, SESSION_ORDERS, SearchCursor } from '@sluice/record';
import type { Extras, IntegerText, Page, Portions, TimeWindow, TraceListItem, Versioned } from './trace';

/** Traces of a project with one session id (contract: Reading traces). */
export interface Session {
  readonly id: string;
  /** Time of its first trace. */
  readonly createdAt: Micros;
  /** Environment of its first trace. */
  readonly environment: string;
}

/** Summary of a session in a list. Everything but `last` is of its first traces, a bounded number. */
export interface SessionSummary {
  /** Time of its latest trace. */
  readonly last: Micros;
  /** Users of its traces, the first ones by code point: a JSON array. */
  readonly users: JsonText;
  /** Number of users in all. */
  readonly userCount: number;
  /** Whether these are all of its traces. */
  readonly isWhole: boolean;
  readonly traces: number;
  /** Traces with an observation of the level ERROR. */
  readonly errors: number;
  /** USD. */
  readonly totalCost: number;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** Name of its first trace. */
  readonly name: string | null;
  /** Input of its first trace: as much of the JSON text as its preview needs. */
  readonly input: string | null;
}

export interface ListedSession extends Session {
  /** Present if requested. */
  readonly summary?: SessionSummary;
}

type SessionOrder = (typeof SESSION_ORDERS)[number];

/**
 * Selection of sessions. The window applies to `createdAt`, or in another order to the time of the latest trace; the rest to the first trace
 * of a session.
 */
interface SessionSelection extends TimeWindow {
  /** Any of these; empty: all. */
  readonly environments: readonly string[];
  readonly userId?: string;
  readonly summary: boolean;
}

export interface SessionListQuery extends Page, SessionSelection {
  /** Order, the greatest first. */
  readonly orderBy: SessionOrder;
}

export interface SessionList extends Versioned {
  /** Number of sessions of all pages, exact. */
  readonly totalItems: number;
  /** Sessions by `createdAt`, then id, both descending; in another order by its figure, then the latest trace, then id. */
  readonly sessions: readonly ListedSession[];
}

export interface SessionScanQuery extends SessionSelection {
  readonly orderBy: Extract<SessionOrder, 'createdAt' | 'lastTimestamp'>;
  /** Limit of the sessions. */
  readonly limit: number;
  /** Cursor that the trace of the order, the first or the latest of a session, has to follow; absent: all. */
  readonly after?: SearchCursor;
}

export interface SessionScan extends Versioned {
  /** Sessions by the time, then the id, of the trace of the order, both descending. */
  readonly sessions: readonly ListedSession[];
  /** Cursor up to which, inclusive, everything was scanned; absent: everything was. */
  readonly searchedTo?: SearchCursor;
}

export interface SessionQuery {
  readonly id: string;
  readonly include: Extras;
}

export interface SessionDetail extends Versioned {
  readonly session: Session;
  /** Traces by timestamp, then id. */
  readonly traces: Portions<TraceListItem>;
}
