import { testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { indexerPoolConfig } from '../session/pool-config';
import { type TraceIndexer, type IndexerOptions, createTraceIndexer } from '../write/trace-index/index-traces';

/** Who folds the traces of the test file's database; values get their bits soon. */
export interface TestIndex {
  /** Until no trace has a mark. */
  readonly all: () => Promise<void>;
  /** So many marks at most, and nothing else. */
  readonly some: (most: number) => Promise<void>;
  /** A process that has just started, which does all but seals. */
  readonly folder: (ahead: EarlyRollups) => () => Promise<void>;
  /** Until no trace has a mark, and all have their usage by position. */
  readonly usage: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type EarlyRollups = NonNullable<IndexerOptions['earlyRollups']>;
/** No bucket is quiet for so long. */
const NEVER_MS = 1e9;
const NO_USAGE: EarlyRollups = { everyMs: NEVER_MS, least: Infinity, idleTraceMs: NEVER_MS };

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
    folder,
    usage: () => folder({ everyMs: 0, least: 1, idleTraceMs: 0 })(),
    some: async (mostKeys) => {
      await createTraceIndexer({ pool, analyzeAfter, mostKeys, earlyRollups: NO_USAGE }).round(never);
    },
    close: () => pool.end(),
  };
}
