import type { PriceTable } from '@sluice/pricing';
import type { Micros, SluiceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { Pipeline } from '../../session/pipeline';
import type { TextBytes } from '../port';
import type { WriterProjects } from '../projects';
import type { DailyChanges } from '../state/daily';

/** Result of applying records; void if the caller rolls back. */
export interface Applied {
  /** For each item that changed nothing, the record that contains it. */
  readonly duplicates: readonly SluiceRecord[];
  /** Changes that the caller writes by `applyDaily`. */
  readonly daily?: DailyChanges;
  /** Callback for after the commit. */
  readonly committed?: () => void;
}

export type Apply<R extends SluiceRecord> = (pipeline: Pipeline, records: readonly R[]) => Promise<Applied>;

/** Store of one process for the records of one kind. */
export interface KindStore<R extends SluiceRecord> {
  /** Makes missing partitions. Runs outside the transaction of the rows: DDL would hold its locks until the commit. */
  readonly ensurePartitions?: (client: PoolClient, records: readonly R[]) => Promise<void>;
  /**
   * Begins a transaction that applies these records, or sub-records of them. Takes the locks that precede all others, so that no
   * transaction waits for ours while ours waits.
   */
  readonly begin: (client: PoolClient, records: readonly R[]) => Promise<Apply<R>>;
  /** Forgets what is remembered of stored rows, before a refused batch is applied again: it may have been refused for that. */
  readonly forget?: () => void;
}

export interface KindStoreOptions {
  readonly prices: PriceTable;
  /** Clock, in microseconds since the epoch. */
  readonly now: () => Micros;
  /** Collects garbage; called before an operation that needs much memory. */
  readonly freeMemory: () => void;
  /** Called after the commit with the bytes of long texts; not called if the outcome of the commit is unknown. */
  readonly onTexts: (bytes: TextBytes) => void;
  /** Returns whether the long texts of a new trace are stored in packs. */
  readonly isPacked: (texts: readonly string[]) => boolean;
}

/** Dependencies that the stores of all kinds share. */
export interface KindStoreDependencies extends KindStoreOptions {
  /** Makes the rows of the records' projects, up to the limit of projects, before `begin` is called. */
  readonly projects: WriterProjects;
}

/** Rows of a table that expire one by one. The column `project` contains the project of a row. */
export interface ExpiringRows {
  /** Name in the schema `sluice`; never chosen by a user. */
  readonly table: string;
  /** SQL condition of expired rows; $1 is the limit. */
  readonly condition: string;
  /** Returns the value of $1 for rows that were received before a time. */
  readonly limit: (before: Micros) => string | number;
}

/** Operations of the store for the records of one kind. */
export interface StoredKind<R extends SluiceRecord> {
  readonly open: (dependencies: KindStoreDependencies) => KindStore<R>;
  /** Rows of its tables that retention removes one by one, by their name in log and metrics. */
  readonly expiring: Readonly<Record<string, ExpiringRows>>;
}
