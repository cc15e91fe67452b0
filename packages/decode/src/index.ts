export { DecodeError } from './decode-error';
export { inflate } from './inflate';
export { DEFAULT_LIMITS } from './limits';
export type { Limits } from './limits';
export { decodeMetricBatch } from './metric-batch';
export { decodeNativeBatch } from './native-batch';
export { decodeOtlpJson } from './otlp-json';
export { decodeOtlpProtobuf } from './otlp-protobuf';
export { encodeOtlpResponse } from './otlp-response';
export type { PartialSuccess } from './otlp-response';
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
export type {
  JsonObject,
  JsonValue,
  NativeBatch,
  NativeMetricPoint,
  NativeObservation,
  NativeTrace,
  NativeUsage,
} from './native';
