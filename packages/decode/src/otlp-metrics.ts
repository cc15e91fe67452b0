import type { Attributes, OtlpCounts } from './otlp';
import { NO_ATTRIBUTES } from './otlp-rules';

/*
 * OTLP metrics as the rest of the product sees them, the same whether they came as protobuf or JSON.
 */

/** Properties that all points of a metric share. */
export interface OtlpMetric {
  readonly name: string;
  /** 0 unknown (also of a gauge and a summary, which have none), 1 delta, 2 cumulative. */
  readonly temporality: number;
  readonly resource: { readonly attributes: Attributes };
}

/** Quantile, from 0 to 1, and its value. */
export type OtlpQuantile = readonly [number, number];

/** The observed values as a histogram of either kind or a summary has them. All numbers are finite. */
export interface OtlpDistribution {
  readonly count: number;
  /** Absent where it would have no meaning: of a histogram that saw negative values. */
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Values of a summary by quantile, from 0 to 1. */
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

/** A data point before it has its metric. */
export type OtlpPoint = Omit<OtlpDataPoint, 'metric'>;

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

const NO_RESOURCE: OtlpMetric['resource'] = { attributes: NO_ATTRIBUTES };

/** Points of a request that are decoded together; fewer where they are large. */
const PORTION_POINTS = 1000;
const PORTION_BYTES = 1024 * 1024;

/** Collects points of a request until they are a portion. */
export class OtlpMetricPortion {
  #points: OtlpDataPoint[] = [];
  #bytes = 0;
  #resource: OtlpMetric['resource'] = NO_RESOURCE;
  #metric: OtlpMetric = { name: '', temporality: 0, resource: NO_RESOURCE };

  resource(resource: OtlpMetric['resource']): void {
    this.#resource = resource;
  }

  /** A metric of the latest resource. @param temporality as it was sent: an open enum */
  metric(name: string, temporality: number): void {
    this.#metric = { name, temporality: temporality <= 2 ? temporality : 0, resource: this.#resource };
  }

  /** A point of the latest metric. @param bytes of the body that it was read from; 0 where they are not known */
  add({ attributes, time, measured }: OtlpPoint, bytes: number): void {
    this.#points.push({ metric: this.#metric, attributes, time, measured });
    this.#bytes += bytes;
  }

  /** Counts nothing: what is no point takes no memory. */
  grow(_bytes: number): void {
    return undefined;
  }

  get isFull(): boolean {
    return this.#points.length >= PORTION_POINTS || this.#bytes >= PORTION_BYTES;
  }

  /** Returns the items collected since the last call. */
  take(): readonly OtlpDataPoint[] {
    const taken = this.#points;
    this.#points = [];
    this.#bytes = 0;
    return taken;
  }
}
