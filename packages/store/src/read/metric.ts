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
  /** A point matches when its labels hold all of these. */
  readonly labels: ReadonlyMap<string, string>;
  readonly step: MetricStep;
  readonly aggregation: MetricAggregation;
  /** One series for each value of this label; points without it are left out. */
  readonly groupBy?: string;
}

export interface MetricValue {
  /** The start of the bucket. */
  readonly timestamp: Micros;
  readonly value: number;
}

export interface MetricSeries {
  /** The value of the group label; null without `groupBy`. */
  readonly group: string | null;
  /** By time, at most `ANSWER_LIMITS.points`; none where all that are not cut were left out. */
  readonly values: readonly MetricValue[];
}

export interface MetricResult extends Held {
  /** By group value, at most `ANSWER_LIMITS.series`. */
  readonly series: readonly MetricSeries[];
  /** The newest point that matched, of any series, before cutting. */
  readonly latest?: Micros;
  /** Of these series, buckets without a value because no finite double is the sum. */
  readonly omittedBuckets: number;
  /** Series or points were cut. */
  readonly truncated: boolean;
}

export interface MetricLabelsQuery {
  /** Of the metric. */
  readonly name: string;
  /** The label whose values are asked for; absent: the labels themselves. */
  readonly key?: string;
  /** What they begin with; empty: anything. */
  readonly prefix: string;
  readonly limit: number;
}

export interface MetricLabels extends Held {
  /** Sorted by code point, each once. */
  readonly labels: readonly string[];
  /** There are more. */
  readonly truncated: boolean;
}

export interface MetricNames extends Held {
  /** Sorted by code point, each once. */
  readonly names: Portions<string>;
}
