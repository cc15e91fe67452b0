export { DecodeError } from './decode-error';
export { ACCEPTED_ENCODINGS, encodingOf, inflate, inflateAtOnce } from './inflate';
export type { ContentEncoding } from './inflate';
export { DEFAULT_LIMITS } from './limits';
export type { Limits } from './limits';
export { portionsOf } from './item-list';
export { answerReflection } from './reflection';
export { decodeHealthCheck, encodeHealthStatus } from './health-check';
export { zstdContentSize } from './zstd';
export { eventPortions } from './event-batch';
export type { RefusedEvent, SentEvent } from './events';
export { decodeScores, isAccepted } from './scores';
export type { NativeScore, RefusedScore, ScoreBody } from './scores';
export { decodeNativeBatch, nativePortions } from './native-batch';
export { decodeOtlpJson, otlpJsonPortions, otlpMetricsJsonPortions } from './otlp-json';
export { decodeOtlpProtobuf, otlpMetricsProtobufPortions, otlpProtobufPortions } from './otlp-protobuf';
export type { OtlpDataPoint, OtlpDistribution, OtlpMetric, OtlpMetricPortions } from './otlp-metrics';
export { otlpLogsJson, otlpLogsProtobuf } from './otlp-logs';
export { encodeOtlpResponse, encodeRetryStatus } from './otlp-response';
export type { PartialSuccess, Signal } from './otlp-response';
export type {
  AttributeValue,
  Attributes,
  OtlpEvent,
  OtlpCounts,
  OtlpLink,
  OtlpPortions,
  OtlpResourceSpans,
  OtlpScope,
  OtlpScopeSpans,
  OtlpSpan,
  OtlpTraces,
} from './otlp';
export type { JsonTexts, NativeBatch, NativeObservation, NativeTrace, NativeUsage } from './native';
