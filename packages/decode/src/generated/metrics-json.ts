// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import { type Opened, elementsOf } from '../json-body';
import { objectOf, listOf, textOf, uint32, enumValue, microsOf, double, observed, integer } from '../json-fields';
import type { OtlpQuantile, OtlpDataPoint, OtlpMetricPortion } from '../otlp-metrics';
import { type Portions, type Reading, openIn, refusalOf } from '../otlp-reading';
import type { OtlpTally } from '../otlp-tally';
import { numberOf, histogramOf, exponentialHistogramOf, summaryOf, quantileOf } from '../otlp-point-rules';
import { hasNoValue, timeFault, numberFault } from '../otlp-metric-rules';
import { JsonAttributes } from './attributes-json';

const AGGREGATION_TEMPORALITY = ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'];

/** Lists that are read element by element, by all their names. */
export const RESOURCE_METRICS = ['resourceMetrics', 'resource_metrics'] as const;
const SCOPE_METRICS = [
  'scopeMetrics',
  'scope_metrics',
  'instrumentationLibraryMetrics',
  'instrumentation_library_metrics',
] as const;
const METRICS = ['metrics'] as const;
const METRIC_CHOICES = [
  'gauge',
  'sum',
  'histogram',
  'exponentialHistogram',
  'exponential_histogram',
  'summary',
] as const;

/** From JSON to the product's own types. */
export class MetricsJson {
  readonly #tally: OtlpTally;
  readonly #reading: Reading<readonly OtlpDataPoint[], OtlpMetricPortion>;
  readonly #portion: OtlpMetricPortion;
  readonly #attributes: JsonAttributes;

  constructor(reading: Reading<readonly OtlpDataPoint[], OtlpMetricPortion>) {
    this.#reading = reading;
    this.#tally = reading.tally;
    this.#portion = reading.portion;
    this.#attributes = new JsonAttributes(reading.tally, reading.limits.nesting);
  }

  *read(opened: Opened): Portions<readonly OtlpDataPoint[]> {
    let index = 0;
    for (const each of elementsOf(opened, 'resourceMetrics', RESOURCE_METRICS)) {
      this.#tally.addPart();
      yield* this.#resourceMetrics(each, `resourceMetrics[${index++}]`);
    }
  }

  *#resourceMetrics(raw: unknown, path: string): Portions<readonly OtlpDataPoint[]> {
    const opened = openIn(this.#portion, raw, path, SCOPE_METRICS);
    const fields = objectOf(opened.value, path);
    const resource = this.#resource(fields.resource, `${path}.resource`);
    this.#portion.resource(resource);
    let index = 0;
    for (const each of elementsOf(opened, `${path}.scopeMetrics`, SCOPE_METRICS)) {
      this.#tally.addPart();
      yield* this.#scopeMetrics(each, `${path}.scopeMetrics[${index++}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
  }

  *#scopeMetrics(raw: unknown, path: string): Portions<readonly OtlpDataPoint[]> {
    const opened = openIn(this.#portion, raw, path, METRICS);
    objectOf(opened.value, path);
    let index = 0;
    for (const each of elementsOf(opened, `${path}.metrics`, METRICS)) {
      this.#tally.addPart();
      yield* this.#metric(each, `${path}.metrics[${index++}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
  }

  *#metric(raw: unknown, path: string): Portions<readonly OtlpDataPoint[]> {
    const fields = objectOf(openIn(this.#portion, raw, path).value, path);
    const choice = METRIC_CHOICES.find((one) => fields[one] !== undefined && fields[one] !== null);
    if (choice === undefined) return;
    const chosen = objectOf(fields[choice], `${path}.${choice}`);
    const aggregationTemporality = enumValue(
      chosen.aggregationTemporality ?? chosen.aggregation_temporality,
      'AGGREGATION_TEMPORALITY_',
      AGGREGATION_TEMPORALITY,
    );
    const name = textOf(fields.name, `${path}.name`);
    this.#portion.metric(name, aggregationTemporality);
    for (const [index, each] of listOf(
      chosen.dataPoints ?? chosen.data_points,
      `${path}.${choice}.dataPoints`,
    ).entries()) {
      this.#tally.addItem();
      this.#readMetric(each, choice, path, index);
      if (this.#portion.isFull) yield this.#portion.take();
    }
  }

  #readMetric(raw: unknown, choice: (typeof METRIC_CHOICES)[number], path: string, index: number): void {
    try {
      const read = this.#metricItem(choice, raw);
      if (typeof read === 'string') this.#tally.reject(`${path}.${choice}.dataPoints[${index}]: ${read}`);
      else if (read === undefined) this.#tally.skip();
      else this.#portion.add(read, 0);
    } catch (error) {
      this.#tally.reject(`${path}.${choice}.dataPoints[${index}]: ${refusalOf(error)}`);
    }
  }

  #metricItem(choice: (typeof METRIC_CHOICES)[number], raw: unknown) {
    switch (choice) {
      case 'gauge':
        return this.#numberDataPoint(raw);
      case 'sum':
        return this.#numberDataPoint(raw);
      case 'histogram':
        return this.#histogramDataPoint(raw);
      case 'exponentialHistogram':
      case 'exponential_histogram':
        return this.#exponentialHistogramDataPoint(raw);
      case 'summary':
        return this.#summaryDataPoint(raw);
    }
  }

  #resource(raw: unknown, path: string) {
    const fields = objectOf(raw, path);
    const attributes = this.#attributes.read(fields, `${path}.attributes`);
    return { attributes };
  }

  #numberDataPoint(raw: unknown) {
    const fields = objectOf(raw, 'point');
    const flags = uint32(fields.flags);
    if (hasNoValue(flags)) return undefined;
    const attributes = this.#attributes.read(fields, 'attributes');
    const timeUnixNano = microsOf(fields.timeUnixNano ?? fields.time_unix_nano);
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    const value = double(fields.asDouble ?? fields.as_double) ?? integer(fields.asInt ?? fields.as_int);
    const valueWrong = numberFault(value);
    if (valueWrong !== undefined) return valueWrong;
    return numberOf({ flags, attributes, timeUnixNano, value });
  }

  #histogramDataPoint(raw: unknown) {
    const fields = objectOf(raw, 'point');
    const flags = uint32(fields.flags);
    if (hasNoValue(flags)) return undefined;
    const attributes = this.#attributes.read(fields, 'attributes');
    const timeUnixNano = microsOf(fields.timeUnixNano ?? fields.time_unix_nano);
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    const count = integer(fields.count) ?? 0;
    const sum = double(fields.sum);
    const min = double(fields.min);
    const max = double(fields.max);
    const bucketCounts = listOf(fields.bucketCounts ?? fields.bucket_counts, 'bucketCounts').length;
    const explicitBounds = listOf(fields.explicitBounds ?? fields.explicit_bounds, 'explicitBounds').length;
    return histogramOf({ flags, attributes, timeUnixNano, count, sum, min, max, bucketCounts, explicitBounds });
  }

  #exponentialHistogramDataPoint(raw: unknown) {
    const fields = objectOf(raw, 'point');
    const flags = uint32(fields.flags);
    if (hasNoValue(flags)) return undefined;
    const attributes = this.#attributes.read(fields, 'attributes');
    const timeUnixNano = microsOf(fields.timeUnixNano ?? fields.time_unix_nano);
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    const count = integer(fields.count) ?? 0;
    const sum = double(fields.sum);
    const min = double(fields.min);
    const max = double(fields.max);
    return exponentialHistogramOf({ flags, attributes, timeUnixNano, count, sum, min, max });
  }

  #summaryDataPoint(raw: unknown) {
    const fields = objectOf(raw, 'point');
    const flags = uint32(fields.flags);
    if (hasNoValue(flags)) return undefined;
    const attributes = this.#attributes.read(fields, 'attributes');
    const timeUnixNano = microsOf(fields.timeUnixNano ?? fields.time_unix_nano);
    const timeUnixNanoWrong = timeFault(timeUnixNano, this.#reading.now);
    if (timeUnixNanoWrong !== undefined) return timeUnixNanoWrong;
    const count = integer(fields.count) ?? 0;
    const sum = double(fields.sum) ?? 0;
    const quantileValuesList = listOf(fields.quantileValues ?? fields.quantile_values, 'quantileValues');
    const quantileValues: OtlpQuantile[] = [];
    for (let index = 0; index < quantileValuesList.length; index++) {
      this.#tally.addPart();
      const valueAtQuantile = this.#valueAtQuantile(quantileValuesList[index], 'quantileValues');
      if (valueAtQuantile !== undefined) quantileValues.push(valueAtQuantile);
    }
    return summaryOf({ flags, attributes, timeUnixNano, count, sum, quantileValues });
  }

  #valueAtQuantile(raw: unknown, path: string) {
    const fields = objectOf(raw, path);
    const quantile = double(fields.quantile) ?? 0;
    const value = observed(fields.value);
    return quantileOf({ quantile, value });
  }
}
