import { testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { foldPoolConfig } from '../session/pool-config';
import { createFold } from '../write/fold/fold';

/** Who folds the traces of the test file's database; values get their bits soon. */
export interface Folding {
  /** Until no trace has a mark. */
  readonly all: () => Promise<void>;
  /** So many marks at most. */
  readonly some: (most: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openFolding(): Folding {
  const pool = new Pool(foldPoolConfig(testDatabaseUrl()));
  pool.on('error', () => undefined); // what sits idle for long is ended, and made again
  const reviewAfter = 200;
  const never = new AbortController().signal;
  const fold = createFold({ pool, reviewAfter, quietMs: 0 });
  return {
    all: async () => {
      for (;;) {
        const outcome = await fold.round(never);
        if (outcome?.built === true && outcome.folded + outcome.waiting === 0 && !outcome.sealed) return;
      }
    },
    some: async (mostKeys) => {
      await createFold({ pool, reviewAfter, mostKeys }).round(never);
    },
    close: () => pool.end(),
  };
}
