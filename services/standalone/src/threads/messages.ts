import type { MemoryBusOptions } from '@sluice/bus';
import type { GatewayLimits, Job, Refusal, StoredBody } from '@sluice/gateway';
import type { LogLevel, WatchedPool } from '@sluice/runtime';
import type { WriterReport } from '@sluice/writer';

/** Options of every thread. */
export interface ThreadOptions {
  /** Options of the thread's bus. */
  readonly bus: MemoryBusOptions;
  readonly databaseUrl: string;
  readonly retryForMs: number;
  readonly givenBack: string;
  /** Path of PRICES_FILE. */
  readonly pricesFile: string | undefined;
  /** See `SettingFiles`. */
  readonly filesEveryMs: number | undefined;
  readonly logLevel: LogLevel;
  /** Whether the thread may collect its heap. */
  readonly freesMemory: boolean;
  readonly limits: GatewayLimits;
  readonly prefixes: readonly string[];
  readonly resourceLabels: readonly string[];
  /** Suffix of the topic in the name of a stream: unique to this process. */
  readonly processName: string;
}

/** Data with which one thread starts. */
export interface StartedWith extends ThreadOptions {
  /** Number from 1 on: the thread that serves HTTP is 0. */
  readonly thread: number;
}

/** Message to a thread. The bytes of a body are transferred. */
export type ToThread =
  | { readonly type: 'body'; readonly id: number; readonly body: Uint8Array; readonly job: SentJob }
  | { readonly type: 'close'; readonly withinMs: number };

/** Properties of a body that the thread does not know before. */
export type SentJob = Omit<Job, 'limits' | 'prefixes' | 'resourceLabels'>;

/** Message of a thread. Each body has one response, after the counts of its batches. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'stored'; readonly id: number; readonly stored: StoredBody }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: Refusal }
  | { readonly type: 'pool'; readonly pool: WatchedPool }
  | Counted;

/** Call of the report: the counts of a batch. */
export type Counted = {
  [K in keyof WriterReport]: { readonly type: 'count'; readonly name: K; readonly of: Parameters<WriterReport[K]> };
}[keyof WriterReport];
