import { DecodeError } from './decode-error';
import type { Attributes, OtlpCounts } from './otlp';

/*
 * OTLP metrics as the rest of the product sees them, the same whether they came as protobuf or JSON.
 */

/** What all points of a metric share. */
export interface OtlpMetric {
  readonly name: string;
  /** 0 unknown (also of a gauge and a summary, which have none), 1 delta, 2 cumulative. */
  readonly temporality: number;
  readonly resource: { readonly attributes: Attributes };
}

/** The observed values as a histogram of either kind or a summary has them. All numbers are finite. */
export interface OtlpDistribution {
  readonly count: number;
  /** Absent where it would have no meaning: of a histogram that saw negative values. */
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Of a summary: quantile, from 0 to 1, and its value. */
  readonly quantiles: ReadonlyMap<number, number>;
}

/** A data point that can be stored. */
export interface OtlpDataPoint {
  /** One object for the points of a metric that come together. */
  readonly metric: OtlpMetric;
  readonly attributes: Attributes;
  /** Integer microseconds since the epoch, at most a day ahead of now. */
  readonly time: number;
  /** A finite number, of a gauge or a sum. */
  readonly measured: number | OtlpDistribution;
}

/** A request that is decoded in portions, so that a large one never lies decoded in memory as a whole. */
export type OtlpMetricPortions = Generator<readonly OtlpDataPoint[], OtlpCounts>;

/** One decoded request: the points that can be stored, and why others cannot. */
export interface OtlpMetrics extends OtlpCounts {
  readonly points: readonly OtlpDataPoint[];
}

/** All portions as one. */
export function wholeMetrics(portions: OtlpMetricPortions): OtlpMetrics {
  const points: OtlpDataPoint[] = [];
  for (;;) {
    const { done, value } = portions.next();
    if (done) return { points, ...value };
    points.push(...value);
  }
}

/** Points of a request that are decoded together; fewer where they are large. */
const PORTION_POINTS = 1000;
const PORTION_BYTES = 1024 * 1024;

/** Collects points of a request until they are a portion. */
export class OtlpMetricPortion {
  #points: OtlpDataPoint[] = [];
  #bytes = 0;

  /** @param bytes of the body that it was read from, where they are known */
  add(point: OtlpDataPoint, bytes = 0): void {
    this.#points.push(point);
    this.#bytes += bytes;
  }

  get isFull(): boolean {
    return this.#points.length >= PORTION_POINTS || this.#bytes >= PORTION_BYTES;
  }

  /** What has been collected since the last time. */
  take(): readonly OtlpDataPoint[] {
    const taken = this.#points;
    this.#points = [];
    this.#bytes = 0;
    return taken;
  }
}

/** The error for a body of another signal. */
export const notMetrics = (looksLike: string): DecodeError =>
  new DecodeError('invalid', `the body must be an OTLP metrics export; ${looksLike}`);
