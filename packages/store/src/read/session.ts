import type { JsonText, Micros, SearchCursor } from '@sluice/record';
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

/** Selection of sessions. The window applies to `createdAt`, the rest to the first trace of a session. */
interface SessionSelection extends TimeWindow {
  /** Any of these; empty: all. */
  readonly environments: readonly string[];
  readonly userId?: string;
  readonly summary: boolean;
}

export interface SessionListQuery extends Page, SessionSelection {}

export interface SessionList extends Versioned {
  /** Number of sessions of all pages, exact. */
  readonly totalItems: number;
  /** Sessions by `createdAt`, then id, both descending. */
  readonly sessions: readonly ListedSession[];
}

export interface SessionScanQuery extends SessionSelection {
  /** Limit of the sessions. */
  readonly limit: number;
  /** Cursor that the first trace of a session has to follow; absent: all. */
  readonly after?: SearchCursor;
}

export interface SessionScan extends Versioned {
  /** Sessions by `createdAt`, then the id of the first trace, both descending. */
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
