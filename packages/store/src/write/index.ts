export { measureDatabase } from './database-size';
export type { DatabaseSize } from './database-size';
export { OffsetConflictError } from './port';
export type {
  CommonStore,
  FencedBatch,
  ModelUsage,
  TextBytes,
  CommittedOffset,
  RecordStore,
  StoreBatch,
  StoreOutcome,
  UndecodableRecord,
} from './port';
export { indexerPoolConfig, retentionPoolConfig, writerPoolConfig } from '../session/pool-config';
export type { WriterPoolOptions } from '../session/pool-config';
export { createPostgresStore } from './postgres-store';
export type { PostgresStoreOptions } from './postgres-store';
export { TookTooLongError, TryAgainError, classifyFailure, errorCode, tookTooLong } from './sqlstate';
export type { FailureClass } from './sqlstate';
export { createRetention } from './retention/retention';
export type { Retention, RetentionLimits, RetentionOutcome } from './retention/retention';
export { createMetricRollup } from './metric-rollup/metric-rollup';
export type { MetricRollup, MetricRollupOutcome } from './metric-rollup/metric-rollup';
export { createTraceIndexer } from './trace-index/index-traces';
export type { TraceIndexer, IndexOutcome } from './trace-index/index-traces';
export { isHidden } from './projects';
export { mergeRecords } from './state/merge-records';
export type { MergedTrace } from './state/merge-records';
export { mergeObservations } from './state/observation-state';
export { mergeTraces } from './state/trace-state';
export { TextCutter } from '../packs/cut-text';
export { PACK_BYTES } from '../packs/pack-format';
export { TracePacks } from './packs/trace-packs';
export type { NewPack } from './packs/trace-packs';
