import type { Choices } from './choices';
import type { Draft, FuzzWorld } from './fuzz-input';
import { type JsonTree, list, number, text } from './json-tree';
import { mutateBytes } from './mutate-bytes';
import { mutateJson } from './mutate-json';
import { OtlpJsonStyle } from './otlp-json-style';
import { otlpLogsJsonDraft } from './otlp-logs';
import {
  type ExemplarDraft,
  type MetricDraft,
  type OtlpMetricsDraft,
  type PointDraft,
  otlpMetricsDraft,
} from './otlp-metrics-request';

const TEMPORALITIES = ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'];
export const OTLP_METRICS_PATH = '/api/public/otel/v1/metrics';
/** How rare logs are among metrics. */
export const LOGS_ONE_IN = 20;

/** `POST /api/public/otel/v1/metrics` in JSON, in the spellings of exporters, then mutated; sometimes one of logs. */
export function otlpMetricsJsonDraft(_: FuzzWorld, index: number, choices: Choices): Draft {
  if (choices.oneIn(LOGS_ONE_IN)) return otlpLogsJsonDraft(choices);
  const body = new JsonWriter(new OtlpJsonStyle(choices)).request(otlpMetricsDraft(index, choices));
  const { text: mutated, done } = mutateJson(body, choices);
  const { bytes, done: bytesDone } = mutateBytes(Buffer.from(mutated), choices, 12);
  return {
    endpoint: 'otlp-metrics',
    method: 'POST',
    path: OTLP_METRICS_PATH,
    contentType: choices.oneIn(10) ? 'Application/JSON; charset=utf-8' : 'application/json',
    body: bytes,
    twice: choices.oneIn(10),
    done: [...done, ...bytesDone],
  };
}

class JsonWriter {
  readonly #style: OtlpJsonStyle;

  constructor(style: OtlpJsonStyle) {
    this.#style = style;
  }

  request({ resources }: OtlpMetricsDraft): JsonTree {
    const style = this.#style;
    const resourceMetrics = resources.map(({ attributes, scopes }) =>
      style.message({
        resource: style.message({ attributes: style.attributes(attributes) }),
        scopeMetrics: list(
          scopes.map(({ name, metrics }) =>
            style.message({
              scope: style.message({ name: text(name) }),
              metrics: list(metrics.map((metric) => this.#metric(metric))),
            }),
          ),
        ),
      }),
    );
    return style.message({ resourceMetrics: list(resourceMetrics) });
  }

  #metric({ name, unit, description, kind, temporality, points }: MetricDraft): JsonTree {
    const style = this.#style;
    const hasTemporality = kind !== 'gauge' && kind !== 'summary';
    return style.message({
      name: text(name),
      unit: text(unit),
      description: description === '' ? undefined : text(description),
      [kind]: style.message({
        dataPoints: list(points.map((point) => this.#point(point, kind))),
        aggregationTemporality: hasTemporality
          ? style.enum(temporality, 'AGGREGATION_TEMPORALITY_', TEMPORALITIES)
          : undefined,
        isMonotonic: kind === 'sum' ? 'true' : undefined,
      }),
    });
  }

  #point(point: PointDraft, kind: MetricDraft['kind']): JsonTree {
    const style = this.#style;
    return style.message({
      attributes: style.attributes(point.attributes),
      startTimeUnixNano: style.integer(point.start),
      timeUnixNano: style.integer(point.time),
      flags: point.flags === 0 ? undefined : number(point.flags),
      ...(point.foreign ? this.#foreign(kind) : {}),
      ...(kind === 'gauge' || kind === 'sum' ? this.#number(point) : this.#distribution(point, kind)),
      exemplars: list(kind === 'summary' ? [] : point.exemplars.map((exemplar) => this.#exemplar(exemplar))),
    });
  }

  /** Before a kind's own members, which replace them. */
  #foreign(kind: MetricDraft['kind']): Record<string, JsonTree | undefined> {
    const quantile = this.#style.message({ quantile: '0.25', value: '7' });
    const extremes = kind === 'histogram' || kind === 'exponentialHistogram' ? {} : { min: '-7', max: '"none"' };
    return { ...extremes, bucketCounts: '"none"', explicitBounds: '7', quantileValues: list([quantile]) };
  }

  #number({ number: value }: PointDraft): Record<string, JsonTree | undefined> {
    if (value === undefined) return {};
    return 'int' in value ? { asInt: this.#style.integer(value.int) } : { asDouble: this.#style.double(value.double) };
  }

  #distribution(point: PointDraft, kind: MetricDraft['kind']): Record<string, JsonTree | undefined> {
    const style = this.#style;
    const double = (value: number | undefined): JsonTree | undefined =>
      value === undefined ? undefined : style.double(value);
    const integers = (values: readonly bigint[]): JsonTree => list(values.map((value) => style.integer(value)));
    const shared = { count: style.integer(point.count), sum: double(point.sum) };
    if (kind === 'summary') {
      const quantileValues = point.quantiles.map(([quantile, value]) =>
        style.message({ quantile: style.double(quantile), value: style.double(value) }),
      );
      return { ...shared, quantileValues: list(quantileValues) };
    }
    const extremes = { min: double(point.min), max: double(point.max) };
    if (kind === 'histogram') {
      const bounds = list(point.explicitBounds.map((bound) => number(bound)));
      return { ...shared, ...extremes, bucketCounts: integers(point.bucketCounts), explicitBounds: bounds };
    }
    const buckets = style.message({
      offset: number(point.buckets.offset),
      bucketCounts: integers(point.buckets.counts),
    });
    const zeroCount = style.integer(point.zeroCount);
    return { ...shared, ...extremes, scale: number(point.scale), zeroCount, positive: buckets, negative: buckets };
  }

  #exemplar({ attributes, time, value, traceId, spanId }: ExemplarDraft): JsonTree {
    const style = this.#style;
    return style.message({
      filteredAttributes: style.attributes(attributes),
      timeUnixNano: style.integer(time),
      asDouble: style.double(value),
      traceId: style.id(traceId),
      spanId: style.id(spanId),
    });
  }
}
