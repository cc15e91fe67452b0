import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { indexerPoolConfig } from '../session/pool-config';
import { type TraceIndexer, type IndexerOptions, createTraceIndexer } from '../write/trace-index/index-traces';

/** Indexer of the test file's database; values are indexed soon. */
export interface TestIndex {
  /** Indexes until no trace is dirty. */
  readonly all: () => Promise<void>;
  /** The same, with rollups of observations for at most this number of values of a field in a block. */
  readonly withFewValues: (maxValues: number) => Promise<void>;
  /** Indexes at most this number of dirty keys, and does nothing else. */
  readonly some: (most: number) => Promise<void>;
  /** Returns the rounds of a process that has just started, without segment rollups. */
  readonly folder: (ahead: EarlyRollups) => () => Promise<void>;
  /** Indexes until no trace is dirty, and all have valid trace rollups. */
  readonly usage: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type EarlyRollups = NonNullable<IndexerOptions['earlyRollups']>;
/** Idle time that no segment reaches. */
const NEVER_MS = 1e9;
const NO_USAGE: EarlyRollups = { everyMs: NEVER_MS, minIndexed: Infinity, idleTraceMs: NEVER_MS };

export function openTestIndex(): TestIndex {
  const pool = new Pool(indexerPoolConfig(testDatabaseUrl()));
  pool.on('error', () => undefined); // what sits idle for long is ended, and made again
  const analyzeAfter = 200;
  const never = new AbortController().signal;
  const rollingUp = createTraceIndexer({ pool, analyzeAfter, idleMs: 0 });
  const all = async (indexer: TraceIndexer): Promise<void> => {
    for (;;) {
      const outcome = await indexer.round(never);
      if (outcome?.isComplete === true && outcome.indexed + outcome.waiting === 0 && !outcome.rolledUp) return;
    }
  };
  const folder = (earlyRollups: EarlyRollups): (() => Promise<void>) => {
    const indexer = createTraceIndexer({ pool, analyzeAfter, idleMs: NEVER_MS, earlyRollups });
    return () => all(indexer);
  };
  return {
    all: () => all(rollingUp),
    withFewValues: (maxValues) => all(createTraceIndexer({ pool, analyzeAfter, idleMs: 0, maxValues })),
    folder,
    usage: () => folder({ everyMs: 0, minIndexed: 1, idleTraceMs: 0 })(),
    some: async (maxKeys) => {
      await createTraceIndexer({ pool, analyzeAfter, maxKeys, earlyRollups: NO_USAGE }).round(never);
    },
    close: () => pool.end(),
  };
}
