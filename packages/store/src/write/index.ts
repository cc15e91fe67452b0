export { OffsetConflictError } from './port';
export type { Position, RecordStore, StoreBatch, StoreOutcome } from './port';
export { writerPoolConfig } from './pool-config';
export type { WriterPoolOptions } from './pool-config';
export { createPostgresStore } from './postgres-store';
export type { PostgresStoreOptions } from './postgres-store';
export { classifyFailure, errorCode } from './sqlstate';
export type { FailureClass } from './sqlstate';
