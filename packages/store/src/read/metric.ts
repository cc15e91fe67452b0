import type { Micros } from '@sluice/record';
import type { Held, Portions } from './trace';

export const METRIC_STEPS = ['1m', '5m', '1h', '1d'] as const;
export type MetricStep = (typeof METRIC_STEPS)[number];

export const METRIC_AGGREGATIONS = ['avg', 'max', 'min', 'sum', 'last', 'p50', 'p90', 'p99'] as const;
export type MetricAggregation = (typeof METRIC_AGGREGATIONS)[number];

/** The limits of spec 8. */
export const MAX_SERIES = 50;
export const MAX_POINTS = 1000;

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
  /** By time, at most `MAX_POINTS`; none where all that are not cut were left out. */
  readonly values: readonly MetricValue[];
}

export interface MetricResult extends Held {
  /** By group value, at most `MAX_SERIES`. */
  readonly series: readonly MetricSeries[];
  /** The newest point that matched, of any series, before cutting. */
  readonly latest?: Micros;
  /** Of these series, buckets without a value because no finite double is the sum. */
  readonly omittedBuckets: number;
  /** Series or points were cut. */
  readonly truncated: boolean;
}

export interface MetricNames extends Held {
  /** Sorted by code point, each once. */
  readonly names: Portions<string>;
}
