import type { PriceTable } from '@sluice/pricing';
import type { Micros, SluiceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { Pipeline } from '../../session/pipeline';
import type { WriterProjects } from '../projects';
import type { DailyChanges } from '../state/daily';

/** What applying records did; of no effect where the caller rolls back. */
export interface Applied {
  /** Of each item that changed nothing the record that brought it. */
  readonly duplicates: readonly SluiceRecord[];
  /** What is left to be done with `applyDaily`. */
  readonly daily?: DailyChanges;
  /** To be called after the commit. */
  readonly committed?: () => void;
}

export type Apply<R extends SluiceRecord> = (pipeline: Pipeline, records: readonly R[]) => Promise<Applied>;

/** What one process needs to store the records of one kind. */
export interface KindStore<R extends SluiceRecord> {
  /** Makes the partitions that are missing. Outside the transaction of the rows: DDL would hold its locks until the commit. */
  readonly ensurePartitions?: (client: PoolClient, records: readonly R[]) => Promise<void>;
  /** Begins with a transaction in which these records, or parts of them, are applied: takes the locks that come before all others, so that nobody waits for us while we wait. */
  readonly begin: (client: PoolClient, records: readonly R[]) => Promise<Apply<R>>;
}

export interface KindStoreOptions {
  readonly prices: PriceTable;
  /** Microseconds since the epoch. */
  readonly now: () => Micros;
  /** Collects garbage; called before much memory is needed. */
  readonly freeMemory: () => void;
}

/** What the stores of all kinds share. */
export interface KindStoreDependencies extends KindStoreOptions {
  /** The projects of records have rows, if there can be so many, before `begin` is called. */
  readonly projects: WriterProjects;
}

/** Rows of a table that expire one by one. Each has its project in the column `project`. */
export interface ExpiringRows {
  /** In the schema `sluice`; no name that a user has chosen. */
  readonly table: string;
  /** SQL that is true for those that have expired; $1 is the limit. */
  readonly condition: string;
  /** The limit where what was received before a time has expired. */
  readonly limit: (before: Micros) => string | number;
}

/** What the store does with the records of one kind. */
export interface StoredKind<R extends SluiceRecord> {
  readonly open: (dependencies: KindStoreDependencies) => KindStore<R>;
  /** What retention removes of its tables row by row, by the name that log and metrics have for it. */
  readonly expiring: Readonly<Record<string, ExpiringRows>>;
}
