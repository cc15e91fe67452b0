export { DEFAULT_LIMITS } from './context';
export type { NormalizeContext, NormalizeLimits } from './context';
export { normalizeEvent } from './events';
export { ListNormalizer } from './list-normalizer';
export { normalizeBatch } from './native-batch';
export { normalizeScores } from './scores';
export { OtlpMetricNormalizer, RESOURCE_LABELS } from './otlp-metrics';
export { normalizeOtlp, OtlpNormalizer } from './otlp-traces';
export type { NormalizedOtlp } from './otlp-traces';
