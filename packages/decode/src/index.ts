export { DecodeError } from './decode-error';
export { inflate } from './inflate';
export { DEFAULT_LIMITS } from './limits';
export type { Limits } from './limits';
export { decodeOtlpJson } from './otlp-json';
export { decodeOtlpProtobuf } from './otlp-protobuf';
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
