export { DEFAULT_LIMITS } from './context';
export type { MetricContext, NormalizeContext, NormalizeLimits } from './context';
export { MetricNormalizer, normalizeMetrics } from './metric-batch';
export { normalizeBatch } from './native-batch';
export { OtlpMetricNormalizer } from './otlp-metrics';
export { normalizeOtlp, OtlpNormalizer } from './otlp-traces';
export type { NormalizedOtlp } from './otlp-traces';
