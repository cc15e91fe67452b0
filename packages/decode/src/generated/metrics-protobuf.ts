// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import type { AttributeValue } from '../otlp';
import type { OtlpQuantile, OtlpDataPoint, OtlpMetricPortion } from '../otlp-metrics';
import type { Portions, Reading } from '../otlp-reading';
import { NO_ATTRIBUTES } from '../otlp-rules';
import type { OtlpTally } from '../otlp-tally';
import type { WireReader } from '../wire-reader';
import { numberOf, histogramOf, exponentialHistogramOf, summaryOf, quantileOf } from '../otlp-point-rules';
import { hasNoValue, timeFault, numberFault } from '../otlp-metric-rules';
import { otherThanMetric } from '../other-signal';
import type { SentResource } from './sent-messages';
import { ProtobufAttributes } from './attributes-protobuf';

const UNSET_RESOURCE: SentResource = { attributes: NO_ATTRIBUTES };

const METRIC_NAMES = new Map([
  [42, 'gauge'],
  [58, 'sum'],
  [74, 'histogram'],
  [82, 'exponentialHistogram'],
  [90, 'summary'],
]);

/** Straight from the bytes to the product's own types; a case is a tag, `field number << 3 | wire type`. */
export class MetricsProtobuf {
  readonly #wire: WireReader;
  readonly #reading: Reading<readonly OtlpDataPoint[], OtlpMetricPortion>;
  readonly #tally: OtlpTally;
  readonly #portion: OtlpMetricPortion;
  readonly #attributes: ProtobufAttributes;

  constructor(wire: WireReader, reading: Reading<readonly OtlpDataPoint[], OtlpMetricPortion>) {
    this.#wire = wire;
    this.#reading = reading;
    this.#tally = reading.tally;
    this.#portion = reading.portion;
    this.#attributes = new ProtobufAttributes(wire, reading.tally, reading.limits.nesting);
  }

  *read(): Portions<readonly OtlpDataPoint[]> {
    const wire = this.#wire;
    let index = 0;
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === 10) {
        this.#tally.addPart();
        yield* this.#resourceMetrics(`resourceMetrics[${index++}]`);
      } else wire.skip(tag);
    }
  }

  *#resourceMetrics(path: string): Portions<readonly OtlpDataPoint[]> {
    const wire = this.#wire;
    let resource: SentResource = UNSET_RESOURCE;
    const scopeMetrics: number[] = [];
    const instrumentationLibraryMetrics: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // resource
          resource = this.#resource();
          break;
        case 18: // scopeMetrics
          this.#tally.addPart();
          scopeMetrics.push(wire.position);
          wire.skip(tag);
          break;
        case 8002: // instrumentationLibraryMetrics
          this.#tally.addPart();
          instrumentationLibraryMetrics.push(wire.position);
          wire.skip(tag);
          break;
        default:
          wire.skip(tag);
      }
    }
    this.#portion.resource(resource);
    const end = wire.position;
    for (const [index, at] of (scopeMetrics.length > 0 ? scopeMetrics : instrumentationLibraryMetrics).entries()) {
      wire.goTo(at);
      yield* this.#scopeMetrics(`${path}.scopeMetrics[${index}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
    wire.goTo(end);
    wire.leave(outer);
  }

  *#scopeMetrics(path: string): Portions<readonly OtlpDataPoint[]> {
    const wire = this.#wire;
    let index = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === 18) {
        this.#tally.addPart();
        yield* this.#metric(`${path}.metrics[${index++}]`);
      } else wire.skip(tag);
    }
    wire.leave(outer);
  }

  *#metric(path: string): Portions<readonly OtlpDataPoint[]> {
    const wire = this.#wire;
    let name = '';
    let choice = 0;
    let at = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // name
          name = wire.text();
          break;
        case 42: // gauge
        case 58: // sum
        case 74: // histogram
        case 82: // exponentialHistogram
        case 90: // summary
          choice = tag;
          at = wire.position;
          wire.skip(tag);
          break;
        default:
          otherThanMetric(tag);
          wire.skip(tag);
      }
    }
    const end = wire.position;
    if (choice !== 0) {
      wire.goTo(at);
      yield* this.#metricChoice(name, choice, path);
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  *#metricChoice(name: string, choice: number, path: string): Portions<readonly OtlpDataPoint[]> {
    const wire = this.#wire;
    let aggregationTemporality = 0;
    const dataPoints: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 16: // aggregationTemporality
          aggregationTemporality = wire.varint();
          break;
        case 10: // dataPoints
          this.#tally.addItem();
          dataPoints.push(wire.position);
          wire.skip(tag);
          break;
        default:
          wire.skip(tag);
      }
    }
    const end = wire.position;
    this.#portion.metric(name, aggregationTemporality);
    for (const [index, at] of dataPoints.entries()) {
      wire.goTo(at);
      this.#readMetric(choice, path, index);
      if (this.#portion.isFull) yield this.#portion.take();
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  #readMetric(choice: number, path: string, index: number): void {
    const begin = this.#wire.position;
    const read = this.#metricItem(choice);
    const bytes = this.#wire.position - begin;
    if (typeof read === 'string') {
      this.#tally.reject(`${path}.${METRIC_NAMES.get(choice)}.dataPoints[${index}]: ${read}`);
      this.#portion.grow(bytes);
    } else if (read === undefined) this.#tally.skip();
    else this.#portion.add(read, bytes);
  }

  /** @param choice the tag of the message that holds the list */
  #metricItem(choice: number) {
    switch (choice) {
      case 42:
      case 58:
        return this.#numberDataPoint();
      case 74:
        return this.#histogramDataPoint();
      case 82:
        return this.#exponentialHistogramDataPoint();
      case 90:
        return this.#summaryDataPoint();
      default:
        return undefined;
    }
  }

  #resource() {
    const wire = this.#wire;
    let attributes: Map<string, AttributeValue> | undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { attributes: attributes ?? NO_ATTRIBUTES };
  }

  #numberDataPoint() {
    const wire = this.#wire;
    let flags = 0;
    let attributes: Map<string, AttributeValue> | undefined;
    let timeUnixNano = 0;
    let value: number | undefined = undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 64: // flags
          flags = wire.varint();
          break;
        case 58: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        case 25: // timeUnixNano
          timeUnixNano = wire.microsOfFixed64();
          break;
        case 33: // asDouble
          value = wire.double();
          break;
        case 49: // asInt
          value = wire.sfixed64();
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    if (hasNoValue(flags)) return undefined;
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    const valueWrong = numberFault(value);
    if (valueWrong !== undefined) return valueWrong;
    return numberOf({ flags, attributes: attributes ?? NO_ATTRIBUTES, timeUnixNano, value });
  }

  #histogramDataPoint() {
    const wire = this.#wire;
    let flags = 0;
    let attributes: Map<string, AttributeValue> | undefined;
    let timeUnixNano = 0;
    let count = 0;
    let sum: number | undefined = undefined;
    let min: number | undefined = undefined;
    let max: number | undefined = undefined;
    let bucketCounts = 0;
    let explicitBounds = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 80: // flags
          flags = wire.varint();
          break;
        case 74: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        case 25: // timeUnixNano
          timeUnixNano = wire.microsOfFixed64();
          break;
        case 33: // count
          count = wire.fixed64();
          break;
        case 41: // sum
          sum = wire.double();
          break;
        case 89: // min
          min = wire.double();
          break;
        case 97: // max
          max = wire.double();
          break;
        case 50: // bucketCounts, packed
          bucketCounts += wire.packed64();
          break;
        case 49: // bucketCounts
          wire.skip(tag);
          bucketCounts += 1;
          break;
        case 58: // explicitBounds, packed
          explicitBounds += wire.packed64();
          break;
        case 57: // explicitBounds
          wire.skip(tag);
          explicitBounds += 1;
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    if (hasNoValue(flags)) return undefined;
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    return histogramOf({
      flags,
      attributes: attributes ?? NO_ATTRIBUTES,
      timeUnixNano,
      count,
      sum,
      min,
      max,
      bucketCounts,
      explicitBounds,
    });
  }

  #exponentialHistogramDataPoint() {
    const wire = this.#wire;
    let flags = 0;
    let attributes: Map<string, AttributeValue> | undefined;
    let timeUnixNano = 0;
    let count = 0;
    let sum: number | undefined = undefined;
    let min: number | undefined = undefined;
    let max: number | undefined = undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 80: // flags
          flags = wire.varint();
          break;
        case 10: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        case 25: // timeUnixNano
          timeUnixNano = wire.microsOfFixed64();
          break;
        case 33: // count
          count = wire.fixed64();
          break;
        case 41: // sum
          sum = wire.double();
          break;
        case 97: // min
          min = wire.double();
          break;
        case 105: // max
          max = wire.double();
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    if (hasNoValue(flags)) return undefined;
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    return exponentialHistogramOf({
      flags,
      attributes: attributes ?? NO_ATTRIBUTES,
      timeUnixNano,
      count,
      sum,
      min,
      max,
    });
  }

  #summaryDataPoint() {
    const wire = this.#wire;
    let flags = 0;
    let attributes: Map<string, AttributeValue> | undefined;
    let timeUnixNano = 0;
    let count = 0;
    let sum = 0;
    const quantileValues: OtlpQuantile[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 64: // flags
          flags = wire.varint();
          break;
        case 58: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        case 25: // timeUnixNano
          timeUnixNano = wire.microsOfFixed64();
          break;
        case 33: // count
          count = wire.fixed64();
          break;
        case 41: // sum
          sum = wire.double();
          break;
        case 50: {
          // quantileValues
          this.#tally.addPart();
          const valueAtQuantile = this.#valueAtQuantile();
          if (valueAtQuantile !== undefined) quantileValues.push(valueAtQuantile);
          break;
        }
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    if (hasNoValue(flags)) return undefined;
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    return summaryOf({ flags, attributes: attributes ?? NO_ATTRIBUTES, timeUnixNano, count, sum, quantileValues });
  }

  #valueAtQuantile() {
    const wire = this.#wire;
    let quantile = 0;
    let value: number | undefined = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 9: // quantile
          quantile = wire.double();
          break;
        case 17: // value
          value = wire.observed();
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return quantileOf({ quantile, value });
  }
}
