import type { Limits } from './limits';
import type { AttributeValue } from './otlp';
import { distributionFault, hasNoValue, numberFault, timeFault } from './otlp-metric-rules';
import {
  notMetrics,
  type OtlpDataPoint,
  type OtlpMetric,
  OtlpMetricPortion,
  type OtlpMetricPortions,
  type OtlpMetrics,
  wholeMetrics,
} from './otlp-metrics';
import { isOfLog, isOfSpan, looksLike } from './other-signal';
import { NO_ATTRIBUTES } from './otlp-rules';
import { LIBRARIES_TAG, SCOPES_TAG } from './otlp-scopes';
import { DATA_POINTS, OtlpTally } from './otlp-tally';
import { ProtobufAttributes } from './protobuf-attributes';
import { damagedProtobuf } from './protobuf-damage';
import { WireReader } from './wire-reader';

type PortionsSoFar = Generator<readonly OtlpDataPoint[], void>;
type Resource = OtlpMetric['resource'];

/** What a point is read as: a measured value with its metric still missing, or what is wrong; undefined: nothing to store. */
type Read = Omit<OtlpDataPoint, 'metric'> | string | undefined;

/**
 * Where the kinds of distributions have what they share with others: their tags, `field number << 3 | wire type`;
 * absent for what a kind has not.
 */
interface Layout {
  readonly attributes: number;
  readonly flags: number;
  readonly min?: number;
  readonly max?: number;
  readonly buckets?: boolean;
  readonly quantiles?: number;
}

/** By the field of `Metric` that holds the points; the name is that of JSON. Gauges and sums hold numbers. */
const KINDS = new Map<number, { readonly name: string; readonly layout?: Layout }>([
  [5, { name: 'gauge' }],
  [7, { name: 'sum' }],
  [
    9,
    {
      name: 'histogram',
      layout: {
        attributes: (9 << 3) | 2,
        flags: (10 << 3) | 0,
        min: (11 << 3) | 1,
        max: (12 << 3) | 1,
        buckets: true,
      },
    },
  ],
  [
    10,
    {
      name: 'exponentialHistogram',
      layout: { attributes: (1 << 3) | 2, flags: (10 << 3) | 0, min: (12 << 3) | 1, max: (13 << 3) | 1 },
    },
  ],
  [11, { name: 'summary', layout: { attributes: (7 << 3) | 2, flags: (8 << 3) | 0, quantiles: (6 << 3) | 2 } }],
]);

/**
 * Reads a protobuf `ExportMetricsServiceRequest` (OTLP 1.11, proto/opentelemetry). No bytes are the valid empty request.
 * Unknown fields are skipped, and so are points marked as without a value. A point that cannot be stored is
 * refused alone; when all are, `accepted` is 0 and `rejected` is not.
 * @param now microseconds since the epoch; a time may be up to a day ahead of it
 * @throws DecodeError `invalid` for bytes that are no such message, `too-large` beyond the limits; nothing else. What is
 * wrong may be found after the first portions.
 */
export function* otlpMetricsProtobufPortions(body: Buffer, limits: Limits, now: number): OtlpMetricPortions {
  const request = new RequestReader(body, limits, now);
  try {
    return yield* request.read();
  } catch (cause) {
    throw damagedProtobuf('ExportMetricsServiceRequest', body, request.position, cause);
  }
}

/** As `otlpMetricsProtobufPortions`, all at once. */
export const decodeOtlpMetricsProtobuf = (body: Buffer, limits: Limits, now: number): OtlpMetrics =>
  wholeMetrics(otlpMetricsProtobufPortions(body, limits, now));

/** As for traces: what holds a list is looked through before its list is read. */
class RequestReader {
  readonly #wire: WireReader;
  readonly #tally: OtlpTally;
  readonly #attributes: ProtobufAttributes;
  readonly #portion = new OtlpMetricPortion();
  readonly #now: number;

  constructor(body: Buffer, limits: Limits, now: number) {
    this.#now = now;
    this.#wire = new WireReader(body);
    this.#tally = new OtlpTally(limits, DATA_POINTS);
    this.#attributes = new ProtobufAttributes(this.#wire, this.#tally, limits.nesting);
  }

  get position(): number {
    return this.#wire.position;
  }

  *read(): OtlpMetricPortions {
    const wire = this.#wire;
    let index = 0;
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) yield* this.#resourceMetrics(`resourceMetrics[${index++}]`);
      else wire.skip(tag);
    }
    yield this.#portion.take();
    return this.#tally.counts;
  }

  *#resourceMetrics(path: string): PortionsSoFar {
    const wire = this.#wire;
    let attributes = NO_ATTRIBUTES;
    const scopes: number[] = [];
    const libraries: number[] = [];
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) attributes = this.#attributes.resource();
      else if (tag === SCOPES_TAG) this.#note(tag, scopes);
      else if (tag === LIBRARIES_TAG) this.#note(tag, libraries);
      else wire.skip(tag);
    }
    const end = wire.position;
    const resource = { attributes };
    for (const [index, at] of (scopes.length > 0 ? scopes : libraries).entries()) {
      wire.goTo(at);
      yield* this.#scopeMetrics(resource, `${path}.scopeMetrics[${index}]`);
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  /** Notes where a part begins, to be read later. */
  #note(tag: number, positions: number[]): void {
    this.#tally.addPart();
    positions.push(this.#wire.position);
    this.#wire.skip(tag);
  }

  *#scopeMetrics(resource: Resource, path: string): PortionsSoFar {
    const wire = this.#wire;
    let index = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((2 << 3) | 2)) {
        this.#tally.addPart();
        yield* this.#metric(resource, `${path}.metrics[${index++}]`);
      } else wire.skip(tag);
    }
    wire.leave(outer);
  }

  /** Of the kinds only one is to be sent; the last one counts. */
  *#metric(resource: Resource, path: string): PortionsSoFar {
    const wire = this.#wire;
    let name = '';
    let kind = 0;
    let at = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) name = wire.text();
      else if ((tag & 7) === 2 && KINDS.has(tag >>> 3)) {
        kind = tag >>> 3;
        at = wire.position;
        wire.skip(tag);
      } else {
        checkSignal(tag);
        wire.skip(tag);
      }
    }
    const end = wire.position;
    if (kind !== 0) {
      wire.goTo(at);
      yield* this.#points({ name, resource }, kind, path);
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  *#points(owner: Omit<OtlpMetric, 'temporality'>, kind: number, path: string): PortionsSoFar {
    const wire = this.#wire;
    const { name = '', layout } = KINDS.get(kind) ?? {};
    let temporality = 0;
    const points: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) {
        this.#tally.addItem();
        points.push(wire.position);
        wire.skip(tag);
      } else if (tag === ((2 << 3) | 0)) temporality = wire.varint();
      else wire.skip(tag);
    }
    const end = wire.position;
    const metric: OtlpMetric = { ...owner, temporality: temporality <= 2 ? temporality : 0 };
    for (const [index, at] of points.entries()) {
      wire.goTo(at);
      const read = layout === undefined ? this.#number() : this.#distribution(layout);
      if (typeof read === 'string') this.#tally.reject(`${path}.${name}.dataPoints[${index}]: ${read}`);
      else if (read === undefined) this.#tally.skip();
      else this.#portion.add({ metric, ...read }, wire.position - at);
      if (this.#portion.isFull) yield this.#portion.take();
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  #number(): Read {
    const wire = this.#wire;
    const attributes = new Map<string, AttributeValue>();
    let time = 0;
    let flags = 0;
    let value: number | undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (3 << 3) | 1:
          time = wire.microsOfFixed64();
          break;
        case (4 << 3) | 1:
          value = wire.double();
          break;
        case (6 << 3) | 1:
          value = wire.sfixed64();
          break;
        case (7 << 3) | 2:
          this.#attributes.readInto(attributes);
          break;
        case (8 << 3) | 0:
          flags = wire.varint();
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    if (hasNoValue(flags)) return undefined;
    return timeFault(time, this.#now) ?? numberFault(value) ?? { attributes, time, measured: value as number };
  }

  #distribution(layout: Layout): Read {
    const wire = this.#wire;
    const attributes = new Map<string, AttributeValue>();
    const quantiles = new Map<number, number>();
    let time = 0;
    let flags = 0;
    let count = 0;
    // Of a summary it is not optional: what is not sent is 0.
    let sum = layout.quantiles === undefined ? undefined : 0;
    let min: number | undefined;
    let max: number | undefined;
    let counts = 0;
    let bounds = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === layout.attributes) this.#attributes.readInto(attributes);
      else if (tag === ((3 << 3) | 1)) time = wire.microsOfFixed64();
      else if (tag === ((4 << 3) | 1)) count = wire.fixed64();
      else if (tag === ((5 << 3) | 1)) sum = wire.double();
      else if (tag === layout.min) min = wire.double();
      else if (tag === layout.max) max = wire.double();
      else if (tag === layout.flags) flags = wire.varint();
      else if (tag === layout.quantiles) this.#quantile(quantiles);
      else if (layout.buckets && tag >>> 3 === 6) counts += this.#entries(tag);
      else if (layout.buckets && tag >>> 3 === 7) bounds += this.#entries(tag);
      else wire.skip(tag);
    }
    wire.leave(outer);
    if (hasNoValue(flags)) return undefined;
    const measured = { count, sum, min, max, quantiles };
    const buckets = layout.buckets ? { counts, bounds } : undefined;
    return timeFault(time, this.#now) ?? distributionFault(measured, buckets) ?? { attributes, time, measured };
  }

  /** The entries of a repeated fixed64 or double, packed or not. */
  #entries(tag: number): number {
    if ((tag & 7) === 2) return this.#wire.packed64();
    this.#wire.skip(tag);
    return (tag & 7) === 1 ? 1 : 0;
  }

  #quantile(quantiles: Map<number, number>): void {
    const wire = this.#wire;
    let quantile = 0;
    let value = 0;
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 1)) quantile = wire.double();
      else if (tag === ((2 << 3) | 1)) value = wire.double();
      else wire.skip(tag);
    }
    wire.leave(outer);
    // The quantiles of a summary without observed values are NaN.
    if (!Number.isNaN(value)) quantiles.set(quantile, value);
  }
}

/** @throws DecodeError for what cannot be a Metric */
function checkSignal(tag: number): void {
  if (isOfSpan(tag)) throw notMetrics(looksLike('traces'));
  if (isOfLog(tag)) throw notMetrics(looksLike('logs'));
}
