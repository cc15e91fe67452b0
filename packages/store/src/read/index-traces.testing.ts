import { testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { foldPoolConfig } from '../session/pool-config';
import { type Fold, type FoldOptions, createFold } from '../write/trace-index/index-traces';

/** Who folds the traces of the test file's database; values get their bits soon. */
export interface Folding {
  /** Until no trace has a mark. */
  readonly all: () => Promise<void>;
  /** So many marks at most, and nothing else. */
  readonly some: (most: number) => Promise<void>;
  /** A process that has just started, which does all but seals. */
  readonly folder: (ahead: UsageAhead) => () => Promise<void>;
  /** Until no trace has a mark, and all have their usage by position. */
  readonly usage: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type UsageAhead = NonNullable<FoldOptions['usageAhead']>;
/** No bucket is quiet for so long. */
const NEVER_MS = 1e9;
const NO_USAGE: UsageAhead = { everyMs: NEVER_MS, least: Infinity, settledMs: NEVER_MS };

export function openFolding(): Folding {
  const pool = new Pool(foldPoolConfig(testDatabaseUrl()));
  pool.on('error', () => undefined); // what sits idle for long is ended, and made again
  const reviewAfter = 200;
  const never = new AbortController().signal;
  const sealing = createFold({ pool, reviewAfter, quietMs: 0 });
  const all = async (fold: Fold): Promise<void> => {
    for (;;) {
      const outcome = await fold.round(never);
      if (outcome?.built === true && outcome.folded + outcome.waiting === 0 && !outcome.sealed) return;
    }
  };
  const folder = (usageAhead: UsageAhead): (() => Promise<void>) => {
    const fold = createFold({ pool, reviewAfter, quietMs: NEVER_MS, usageAhead });
    return () => all(fold);
  };
  return {
    all: () => all(sealing),
    folder,
    usage: () => folder({ everyMs: 0, least: 1, settledMs: 0 })(),
    some: async (mostKeys) => {
      await createFold({ pool, reviewAfter, mostKeys, usageAhead: NO_USAGE }).round(never);
    },
    close: () => pool.end(),
  };
}
