export { measureDatabase } from './database-size';
export type { DatabaseSize } from './database-size';
export { OffsetConflictError } from './port';
export type {
  CommonStore,
  FencedBatch,
  ModelUsage,
  Position,
  RecordStore,
  StoreBatch,
  StoreOutcome,
  UndecodableRecord,
} from './port';
export { foldPoolConfig, retentionPoolConfig, writerPoolConfig } from '../session/pool-config';
export type { WriterPoolOptions } from '../session/pool-config';
export { createPostgresStore } from './postgres-store';
export type { PostgresStoreOptions } from './postgres-store';
export { TookTooLongError, TryAgainError, classifyFailure, errorCode, tookTooLong } from './sqlstate';
export type { FailureClass } from './sqlstate';
export { createRetention } from './retention/retention';
export type { Retention, RetentionLimits, RetentionOutcome } from './retention/retention';
export { createMetricFold } from './metric-rollup/metric-rollup';
export type { MetricFold, MetricFoldOutcome } from './metric-rollup/metric-rollup';
export { createFold } from './trace-index/index-traces';
export type { Fold, FoldOutcome } from './trace-index/index-traces';
export { isHidden } from './projects';
export { foldRecords } from './state/merge-records';
export type { FoldedTrace } from './state/merge-records';
export { mergeObservations } from './state/observation-state';
export { mergeTraces } from './state/trace-state';
