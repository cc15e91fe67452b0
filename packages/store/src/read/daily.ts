import type { Held, IntegerText, Page, Portions, TraceSelection } from './trace';

/** Selection of traces by their timestamp (contract: Daily metrics). */
export interface DailyQuery extends Page, TraceSelection {}

/** Sums over the observations of one model and UTC day. */
export interface DailyModelUsage {
  /** null: observations without a model. */
  readonly model: string | null;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** Number of distinct traces of these observations. */
  readonly traces: number;
  readonly observations: number;
  /** USD. */
  readonly cost: number;
}

export interface Day {
  /** Date such as `2026-11-20`, UTC. */
  readonly date: string;
  /** Number of traces with a timestamp on the day. */
  readonly traces: number;
  /** Number of observations that start on the day, with and without a model. */
  readonly observations: number;
  readonly cost: number;
  /** Entries by model name; the last one is of observations without a model, if these have tokens or a cost. */
  readonly usage: readonly DailyModelUsage[];
}

export interface DailyMetrics extends Held {
  /** Number of days with a trace or an observation. */
  readonly totalItems: number;
  /** Days, newest first. A day with more models than one portion contains is repeated, with its further models and otherwise the same. */
  readonly days: Portions<Day>;
}
