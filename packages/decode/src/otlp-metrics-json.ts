import { DecodeError } from './decode-error';
import { JsonAttributes } from './json-attributes';
import { rawBody, elementsOf, isObject, openElement, type Opened, type Unchecked } from './json-body';
import { enumValue, int64, listOf, microsOf, objectOf, textOf, uint32 } from './json-fields';
import type { Limits } from './limits';
import { type BucketCounts, distributionFault, hasNoValue, numberFault, timeFault } from './otlp-metric-rules';
import {
  notMetrics,
  type OtlpDataPoint,
  type OtlpDistribution,
  type OtlpMetric,
  OtlpMetricPortion,
  type OtlpMetricPortions,
  type OtlpMetrics,
  wholeMetrics,
} from './otlp-metrics';
import { listOfOther } from './other-signal';
import { SCOPE_LISTS } from './otlp-scopes';
import { DATA_POINTS, OtlpTally } from './otlp-tally';

type PortionsSoFar = Generator<readonly OtlpDataPoint[], void>;
type Resource = OtlpMetric['resource'];

const TEMPORALITIES = ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'];

/** The lists that are read element by element, by both spellings. */
const RESOURCE_METRICS = ['resourceMetrics', 'resource_metrics'] as const;
const METRIC_LIST = ['metrics'] as const;

/** The members of a metric that hold its points, by both spellings. */
const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'exponential_histogram', 'summary'] as const;
type Kind = (typeof KINDS)[number];

const NO_QUANTILES: ReadonlyMap<number, number> = new Map();

/**
 * Reads a JSON `ExportMetricsServiceRequest` (OTLP 1.11, "JSON Protobuf Encoding"), member names in lowerCamelCase or
 * snake_case. Unknown members are ignored, and so are points marked as without a value. A point that cannot be
 * stored is refused alone; when all are, `accepted` is 0 and `rejected` is not.
 * @param now microseconds since the epoch; a time may be up to a day ahead of it
 * @throws DecodeError `invalid` for what is not JSON or has a wrong structure above the points, naming the place,
 * `too-large` beyond the limits; nothing else. What is wrong may be found after the first portions.
 */
export function* otlpMetricsJsonPortions(body: Buffer, limits: Limits, now: number): OtlpMetricPortions {
  const request = rawBody(body, limits).open('the body', ...RESOURCE_METRICS);
  if (!isObject(request.value)) throw new DecodeError('invalid', 'the body must be a JSON object with resourceMetrics');
  return yield* new RequestReader(limits, now).read(request.value, request);
}

/** As `otlpMetricsJsonPortions`, all at once. */
export const decodeOtlpMetricsJson = (body: Buffer, limits: Limits, now: number): OtlpMetrics =>
  wholeMetrics(otlpMetricsJsonPortions(body, limits, now));

class RequestReader {
  readonly #tally: OtlpTally;
  readonly #attributes: JsonAttributes;
  readonly #portion = new OtlpMetricPortion();
  readonly #now: number;

  constructor(limits: Limits, now: number) {
    this.#now = now;
    this.#tally = new OtlpTally(limits, DATA_POINTS);
    this.#attributes = new JsonAttributes(this.#tally, limits.nesting);
  }

  *read(request: Unchecked, opened: Opened): OtlpMetricPortions {
    const other = listOfOther(request, 'metrics');
    if (other !== undefined) throw notMetrics(`it has ${other} and no resourceMetrics`);
    let index = 0;
    for (const raw of elementsOf(opened, 'resourceMetrics', RESOURCE_METRICS)) {
      yield* this.#resourceMetrics(raw, `resourceMetrics[${index++}]`);
    }
    yield this.#portion.take();
    return this.#tally.counts;
  }

  *#resourceMetrics(raw: unknown, path: string): PortionsSoFar {
    this.#tally.addPart();
    const opened = openElement(raw, path, ...SCOPE_LISTS.metrics);
    const fields = objectOf(opened.value, path);
    const resource = objectOf(fields.resource, `${path}.resource`);
    const attributes = this.#attributes.read(resource, `${path}.resource.attributes`);
    let index = 0;
    for (const scope of elementsOf(opened, `${path}.scopeMetrics`, SCOPE_LISTS.metrics)) {
      yield* this.#scopeMetrics(scope, { attributes }, `${path}.scopeMetrics[${index++}]`);
    }
  }

  *#scopeMetrics(raw: unknown, resource: Resource, path: string): PortionsSoFar {
    this.#tally.addPart();
    const opened = openElement(raw, path, ...METRIC_LIST);
    objectOf(opened.value, path);
    let index = 0;
    for (const metric of elementsOf(opened, `${path}.metrics`, METRIC_LIST)) {
      yield* this.#metric(metric, resource, `${path}.metrics[${index++}]`);
    }
  }

  *#metric(raw: unknown, resource: Resource, path: string): PortionsSoFar {
    this.#tally.addPart();
    const fields = objectOf(openElement(raw, path).value, path);
    const kind = KINDS.find((name) => fields[name] !== undefined && fields[name] !== null);
    if (kind === undefined) return;
    const data = objectOf(fields[kind], `${path}.${kind}`);
    const temporality = data.aggregationTemporality ?? data.aggregation_temporality;
    const code = enumValue(temporality, 'AGGREGATION_TEMPORALITY_', TEMPORALITIES);
    const metric = { name: textOf(fields.name, `${path}.name`), temporality: code <= 2 ? code : 0, resource };
    const points = listOf(data.dataPoints ?? data.data_points, `${path}.${kind}.dataPoints`);
    for (const [index, point] of points.entries()) {
      this.#tally.addItem();
      this.#readPoint(point, { metric, kind, path: `${path}.${kind}.dataPoints[${index}]` });
      if (this.#portion.isFull) yield this.#portion.take();
    }
  }

  #readPoint(
    raw: unknown,
    { metric, kind, path }: { readonly metric: OtlpMetric; readonly kind: Kind; readonly path: string },
  ): void {
    try {
      const point = objectOf(raw, 'point');
      if (hasNoValue(uint32(point.flags))) {
        this.#tally.skip();
        return;
      }
      const time = microsOf(point.timeUnixNano ?? point.time_unix_nano);
      const attributes = this.#attributes.read(point, 'attributes');
      check(timeFault(time, this.#now));
      const measured = kind === 'gauge' || kind === 'sum' ? numberOf(point) : this.#distributionOf(point, kind);
      this.#portion.add({ metric, attributes, time, measured });
    } catch (error) {
      if (!(error instanceof DecodeError) || error.kind !== 'invalid') throw error;
      this.#tally.reject(`${path}: ${error.message}`);
    }
  }

  /** What a kind has not is an unknown member, and ignored, as an unknown field of protobuf is. */
  #distributionOf(point: Unchecked, kind: Kind): OtlpDistribution {
    const isSummary = kind === 'summary';
    const measured = {
      count: integer(point.count) ?? 0,
      // Of a summary it is not optional: what is not sent is 0.
      sum: double(point.sum) ?? (isSummary ? 0 : undefined),
      min: isSummary ? undefined : double(point.min),
      max: isSummary ? undefined : double(point.max),
      quantiles: isSummary ? this.#quantilesOf(point) : NO_QUANTILES,
    };
    check(distributionFault(measured, kind === 'histogram' ? bucketsOf(point) : undefined));
    return measured;
  }

  #quantilesOf(point: Unchecked): ReadonlyMap<number, number> {
    const quantiles = new Map<number, number>();
    for (const raw of listOf(point.quantileValues ?? point.quantile_values, 'quantileValues')) {
      this.#tally.addPart();
      const entry = objectOf(raw, 'quantileValues');
      if (isUnknown(entry.value)) continue;
      quantiles.set(double(entry.quantile) ?? 0, double(entry.value) ?? 0);
    }
    return quantiles;
  }
}

/** @throws DecodeError */
function bucketsOf(point: Unchecked): BucketCounts {
  return {
    counts: listOf(point.bucketCounts ?? point.bucket_counts, 'bucketCounts').length,
    bounds: listOf(point.explicitBounds ?? point.explicit_bounds, 'explicitBounds').length,
  };
}

/** @throws DecodeError */
function numberOf(point: Unchecked): number {
  const value = double(point.asDouble ?? point.as_double) ?? integer(point.asInt ?? point.as_int);
  check(numberFault(value));
  return value as number;
}

/** @throws DecodeError for the fault, where there is one */
function check(fault: string | undefined): void {
  if (fault !== undefined) throw new DecodeError('invalid', fault);
}

/** A double, NaN for what is none; undefined for what was not sent, as which exporters in JavaScript send NaN. */
function double(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? NaN : Number(value);
  return typeof value === 'number' ? value : NaN;
}

/** NaN, and null, as which JSON.stringify writes it: the quantiles of a summary without observed values. */
const isUnknown = (value: unknown): boolean => value === null || value === 'NaN';

/** As `double`, also as exporters send 64-bit integers. */
function integer(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  return double(int64(value) ?? NaN);
}
