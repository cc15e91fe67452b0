// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import type { Attributes, SentTime, OtlpEvent, OtlpLink } from '../otlp';
import type { OtlpQuantile } from '../otlp-metrics';

export interface SentResource {
  readonly attributes: Attributes;
}

export interface SentInstrumentationScope {
  readonly name: string;
  readonly version: string;
  readonly attributes: Attributes;
}

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly statusMessage: string;
  readonly statusCode: number;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: SentTime;
  readonly endTimeUnixNano: SentTime;
  readonly attributes: Attributes;
  readonly events: readonly OtlpEvent[];
  readonly links: readonly OtlpLink[];
  readonly dropped: number;
}

export interface SentEvent {
  readonly timeUnixNano: SentTime;
  readonly name: string;
  readonly attributes: Attributes;
}

export interface SentLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

export interface SentNumberDataPoint {
  readonly flags: number;
  readonly attributes: Attributes;
  readonly timeUnixNano: number;
  readonly value: number | undefined;
}

export interface SentHistogramDataPoint {
  readonly flags: number;
  readonly attributes: Attributes;
  readonly timeUnixNano: number;
  readonly count: number;
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly bucketCounts: number;
  readonly explicitBounds: number;
}

export interface SentExponentialHistogramDataPoint {
  readonly flags: number;
  readonly attributes: Attributes;
  readonly timeUnixNano: number;
  readonly count: number;
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export interface SentSummaryDataPoint {
  readonly flags: number;
  readonly attributes: Attributes;
  readonly timeUnixNano: number;
  readonly count: number;
  readonly sum: number;
  readonly quantileValues: readonly OtlpQuantile[];
}

export interface SentValueAtQuantile {
  readonly quantile: number;
  readonly value: number | undefined;
}
