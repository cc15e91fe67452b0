import type { MemoryBusOptions } from '@sluice/bus';
import type { GatewayLimits, Job, Refusal, StoredBody } from '@sluice/gateway';
import type { LogLevel, WatchedPool } from '@sluice/runtime';
import type { WriterReport } from '@sluice/writer';

/** What every thread is started with. */
export interface ThreadOptions {
  /** Of the bus of one thread. */
  readonly bus: MemoryBusOptions;
  readonly databaseUrl: string;
  readonly retryForMs: number;
  readonly givenBack: string;
  /** The path of PRICES_FILE. */
  readonly pricesFile: string | undefined;
  /** See `SettingFiles`. */
  readonly filesEveryMs: number | undefined;
  readonly logLevel: LogLevel;
  /** Whether it may collect its heap where that helps. */
  readonly freesMemory: boolean;
  readonly limits: GatewayLimits;
  readonly prefixes: readonly string[];
  readonly resourceLabels: readonly string[];
  /** Behind the topic in the name of a stream: of this process alone. */
  readonly processName: string;
}

/** To one thread, as it starts. */
export interface StartedWith extends ThreadOptions {
  /** From 1 on: the thread that serves HTTP is 0. */
  readonly thread: number;
}

/** To a thread. The bytes of a body are handed over. */
export type ToThread =
  | { readonly type: 'body'; readonly id: number; readonly body: Uint8Array; readonly job: SentJob }
  | { readonly type: 'close'; readonly withinMs: number };

/** What the thread does not know of a body before. */
export type SentJob = Omit<Job, 'limits' | 'prefixes' | 'resourceLabels'>;

/** From a thread. Each body has one answer, after what its batches gave to be counted. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'stored'; readonly id: number; readonly stored: StoredBody }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: Refusal }
  | { readonly type: 'pool'; readonly pool: WatchedPool }
  | Counted;

/** A call of the report: what a batch gave to be counted. */
export type Counted = {
  [K in keyof WriterReport]: { readonly type: 'count'; readonly name: K; readonly of: Parameters<WriterReport[K]> };
}[keyof WriterReport];
