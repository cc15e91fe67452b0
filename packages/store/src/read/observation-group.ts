import type { Micros, OBSERVATION_GROUPS, OBSERVATION_GROUP_ORDERS } from '@sluice/record';
import type { ObservationListQuery } from './observation-list';
import type { Held, IntegerText } from './trace';

export interface ObservationGroupsQuery extends Pick<ObservationListQuery, 'from' | 'before' | 'conditions'> {
  readonly by: (typeof OBSERVATION_GROUPS)[number];
  /** Figure by which groups are sorted, the greatest first. */
  readonly orderBy: (typeof OBSERVATION_GROUP_ORDERS)[number];
  readonly limit: number;
  /** Microseconds of an interval for which each group has figures of its own, from the epoch on; absent: none. */
  readonly interval?: Micros;
}

/** Percentiles in microseconds: the 50th, 95th and 99th, each a measured value; null without one. */
export type Percentiles = readonly [p50: Micros, p95: Micros, p99: Micros] | null;

/** Figures of observations. */
export interface ObservationFigures {
  readonly calls: number;
  readonly errors: number;
  readonly traces: number;
  readonly latency: Percentiles;
  readonly timeToFirstToken: Percentiles;
  /** Output tokens by the time of the observations that have both; null without any. */
  readonly tokensPerSecond: number | null;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** USD. */
  readonly totalCost: number;
}

/** Observations with the same value in a field. */
export interface ObservationGroup extends ObservationFigures {
  readonly value: string;
  /** Version of a prompt; null for other groups, and without one. */
  readonly promptVersion: number | null;
  /** Start of the earliest and the latest of them. */
  readonly from: Micros;
  readonly to: Micros;
  /** Figures by interval, in order of time, without empty ones. */
  readonly intervals: readonly (ObservationFigures & { readonly start: Micros })[];
}

export interface ObservationGroups extends Held {
  readonly groups: readonly ObservationGroup[];
  /** Number of groups in all. */
  readonly totalItems: number;
  /** Approximate percentiles differ from the exact ones by at most 2 %. */
  readonly percentiles: 'exact' | 'approximate';
  /** Observations in no group, because a block of traces has too many values. */
  readonly otherCalls: number;
}
