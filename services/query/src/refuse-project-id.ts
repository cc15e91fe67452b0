import { setTimeout as sleep } from 'node:timers/promises';
import { OutsideError } from '@sluice/runtime';

export interface RefuseProjectIdOptions {
  /** Why PROJECT_ID may not be called so; undefined: it may. Rejects while the database is away. */
  readonly look: () => Promise<string | undefined>;
  /** Ends the looking. */
  readonly signal: AbortSignal;
  /** Between two attempts, in milliseconds. */
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;

/**
 * Looks at PROJECT_ID as soon as the database lets it. Few answers come before: while it is away there are none.
 * @throws OutsideError where it is the id of another project, whose credentials would read the default one
 */
export async function refuseProjectId({ look, signal, everyMs = EVERY_MS }: RefuseProjectIdOptions): Promise<void> {
  while (!signal.aborted) {
    const looked = await look().then(
      (problem) => ({ problem }),
      () => undefined, // the readiness of the process tells
    );
    if (looked?.problem !== undefined) throw new OutsideError(looked.problem);
    if (looked !== undefined) return;
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
