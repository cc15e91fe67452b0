import type { Held, IntegerText, Page, Portions, TraceSelection } from './trace';

/** Selects traces, by their timestamp (contract: Daily metrics). */
export interface DailyQuery extends Page, TraceSelection {}

/** Sums over the observations of one model and UTC day. */
export interface DailyModelUsage {
  /** null: observations without a model. */
  readonly model: string | null;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** Distinct traces among these observations. */
  readonly traces: number;
  readonly observations: number;
  /** USD. */
  readonly cost: number;
}

export interface Day {
  /** `2026-11-20`, UTC. */
  readonly date: string;
  /** Traces whose timestamp is of the day. */
  readonly traces: number;
  /** Observations whose start is of the day, with and without a model. */
  readonly observations: number;
  readonly cost: number;
  /** By model name; last that of observations without a model, where these have tokens or a cost. */
  readonly usage: readonly DailyModelUsage[];
}

export interface DailyMetrics extends Held {
  /** All days that have a trace or an observation. */
  readonly totalItems: number;
  /** Newest first. A day with more models than one portion holds comes again, the same but for its further models. */
  readonly days: Portions<Day>;
}
