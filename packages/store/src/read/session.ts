import type { Micros } from '@sluice/record';
import type { Extras, Page, Portions, TimeWindow, TraceListItem, Versioned } from './trace';

/** The traces of a project that have one session id (contract: Reading traces). */
export interface Session {
  readonly id: string;
  /** When its first trace began. */
  readonly createdAt: Micros;
  /** Of its first trace. */
  readonly environment: string;
}

/** The window is of `createdAt`. */
export interface SessionListQuery extends Page, TimeWindow {
  /** Any of them; none: all. */
  readonly environments: readonly string[];
}

export interface SessionList extends Versioned {
  /** Of all pages, exact. */
  readonly totalItems: number;
  /** By `createdAt`, then id, both descending. */
  readonly sessions: readonly Session[];
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
