export type {
  AttributeValue,
  Attributes,
  OtlpEvent,
  OtlpLink,
  OtlpResourceSpans,
  OtlpScope,
  OtlpScopeSpans,
  OtlpSpan,
  OtlpTraces,
} from './otlp';
export type { JsonObject, JsonValue, NativeBatch, NativeMetricPoint, NativeObservation, NativeTrace } from './native';
