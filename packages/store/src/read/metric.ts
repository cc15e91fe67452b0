import type { METRIC_AGGREGATIONS, METRIC_STEPS, Micros } from '@sluice/record';
import type { Held, Portions } from './trace';

export type MetricStep = (typeof METRIC_STEPS)[number];
export type MetricAggregation = (typeof METRIC_AGGREGATIONS)[number];

export interface MetricQuery {
  readonly name: string;
  /** Inclusive. */
  readonly from: Micros;
  /** Exclusive. */
  readonly before: Micros;
  /** Labels that a matching point contains. */
  readonly labels: ReadonlyMap<string, string>;
  readonly step: MetricStep;
  readonly aggregation: MetricAggregation;
  /** Label with one series for each of its values; points without it are left out. */
  readonly groupBy?: string;
}

export interface MetricValue {
  /** Start of the bucket. */
  readonly timestamp: Micros;
  readonly value: number;
}

export interface MetricSeries {
  /** Value of the group label; null without `groupBy`. */
  readonly group: string | null;
  /** Values in order of time, at most `ANSWER_LIMITS.points`; empty if all were omitted. */
  readonly values: readonly MetricValue[];
}

export interface MetricResult extends Held {
  /** Series by group value, at most `ANSWER_LIMITS.series`. */
  readonly series: readonly MetricSeries[];
  /** Time of the newest matching point, of any series, before the limits. */
  readonly latest?: Micros;
  /** Number of buckets of these series without a value, because no finite double is the sum. */
  readonly omittedBuckets: number;
  /** The limits have removed series or points. */
  readonly truncated: boolean;
}

export interface MetricLabelsQuery {
  /** Name of the metric. */
  readonly name: string;
  /** Label whose values are requested; absent: the names of labels. */
  readonly key?: string;
  /** Prefix of the values; empty: all. */
  readonly prefix: string;
  readonly limit: number;
}

export interface MetricLabels extends Held {
  /** Labels without duplicates, sorted by code point. */
  readonly labels: readonly string[];
  /** There are more. */
  readonly truncated: boolean;
}

export interface MetricNames extends Held {
  /** Names without duplicates, sorted by code point. */
  readonly names: Portions<string>;
}
