import type { Choices } from './choices';
import type { Draft, FuzzWorld } from './fuzz-input';
import { mutateBytes } from './mutate-bytes';
import { mutateProtobuf } from './mutate-protobuf';
import { otlpLogsProtobufDraft } from './otlp-logs';
import { LOGS_ONE_IN, OTLP_METRICS_PATH } from './otlp-metrics-json';
import { type ExemplarDraft, type MetricDraft, type PointDraft, otlpMetricsDraft } from './otlp-metrics-request';
import { keyValues } from './otlp-protobuf-attributes';
import {
  type Field,
  bytesField,
  doubleField,
  encode,
  fixed64Field,
  messageField,
  packedField,
  textField,
  varintField,
} from './protobuf-tree';

/** `POST /api/public/otel/v1/metrics` in protobuf (OTLP 1.11, metrics.proto), then mutated; sometimes one of logs. */
export function otlpMetricsProtobufDraft(_: FuzzWorld, index: number, choices: Choices): Draft {
  if (choices.oneIn(LOGS_ONE_IN)) return otlpLogsProtobufDraft(choices);
  // Lists of numbers are packed, or a field for each entry: a reader has to take both.
  const packed = !choices.oneIn(5);
  const request = otlpMetricsDraft(index, choices).resources.map(({ attributes, scopes }) =>
    messageField(1, [
      messageField(1, keyValues(1, attributes)),
      ...scopes.map(({ name, metrics }) =>
        messageField(2, [
          messageField(1, [textField(1, name)]),
          ...metrics.map((metric) => messageField(2, metricFields(metric, packed))),
        ]),
      ),
    ]),
  );
  const done = mutateProtobuf(request, choices);
  const { bytes, done: bytesDone } = mutateBytes(encode(request), choices, 8);
  return {
    endpoint: 'otlp-metrics',
    method: 'POST',
    path: OTLP_METRICS_PATH,
    contentType: 'application/x-protobuf',
    body: bytes,
    twice: choices.oneIn(10),
    done: [...done, ...bytesDone],
  };
}

/** The field of `Metric` that holds the points. */
const KIND_FIELDS = { gauge: 5, sum: 7, histogram: 9, exponentialHistogram: 10, summary: 11 } as const;

function metricFields({ name, unit, description, kind, temporality, points }: MetricDraft, packed: boolean): Field[] {
  const data = points.map((point) => messageField(1, pointFields(point, kind, packed)));
  if (kind !== 'gauge' && kind !== 'summary') data.push(varintField(2, temporality));
  if (kind === 'sum') data.push(varintField(3, 1));
  return [textField(1, name), textField(2, description), textField(3, unit), messageField(KIND_FIELDS[kind], data)];
}

function pointFields(point: PointDraft, kind: MetricDraft['kind'], packed: boolean): Field[] {
  const times = [fixed64Field(2, point.start), fixed64Field(3, point.time)];
  const double = (number: number, value: number | undefined): Field[] =>
    value === undefined ? [] : [doubleField(number, value)];
  const distribution = [...times, fixed64Field(4, point.count), ...double(5, point.sum)];
  const extremes = (min: number): Field[] => [...double(min, point.min), ...double(min + 1, point.max)];
  switch (kind) {
    case 'gauge':
    case 'sum':
      return [
        ...times,
        ...numberFields(point),
        ...exemplarFields(5, point),
        ...keyValues(7, point.attributes),
        varintField(8, point.flags),
      ];
    case 'histogram':
      return [
        ...distribution,
        ...packedField(
          6,
          point.bucketCounts.map((count) => fixed64Field(6, count)),
          packed,
        ),
        ...packedField(
          7,
          point.explicitBounds.map((bound) => doubleField(7, bound)),
          packed,
        ),
        ...exemplarFields(8, point),
        ...keyValues(9, point.attributes),
        varintField(10, point.flags),
        ...extremes(11),
      ];
    case 'exponentialHistogram':
      return [
        ...keyValues(1, point.attributes),
        ...distribution,
        varintField(6, zigzag(point.scale)),
        fixed64Field(7, point.zeroCount),
        ...[8, 9].map((number) =>
          messageField(number, [
            varintField(1, zigzag(point.buckets.offset)),
            ...packedField(
              2,
              point.buckets.counts.map((count) => varintField(2, count)),
              packed,
            ),
          ]),
        ),
        varintField(10, point.flags),
        ...exemplarFields(11, point),
        ...extremes(12),
        doubleField(14, 0.5),
      ];
    case 'summary':
      return [
        ...distribution,
        ...point.quantiles.map(([quantile, value]) =>
          messageField(6, [doubleField(1, quantile), doubleField(2, value)]),
        ),
        ...keyValues(7, point.attributes),
        varintField(8, point.flags),
      ];
  }
}

function numberFields({ number }: PointDraft): Field[] {
  if (number === undefined) return [];
  return ['int' in number ? fixed64Field(6, number.int) : doubleField(4, number.double)];
}

function exemplarFields(number: number, { exemplars }: PointDraft): Field[] {
  return exemplars.map(({ attributes, time, value, traceId, spanId }: ExemplarDraft) =>
    messageField(number, [
      fixed64Field(2, time),
      doubleField(3, value),
      bytesField(4, Buffer.from(spanId, 'hex')),
      bytesField(5, Buffer.from(traceId, 'hex')),
      ...keyValues(7, attributes),
    ]),
  );
}

/** A sint32 as the wire has it. */
const zigzag = (value: number): bigint => BigInt(value >= 0 ? value * 2 : -value * 2 - 1);
