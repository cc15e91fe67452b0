import { setTimeout as sleep } from 'node:timers/promises';
import { OutsideError } from '@sluice/runtime';

export interface RefuseProjectIdOptions {
  /** Returns why PROJECT_ID must not have this value; undefined: it may. Rejects while the database is unreachable. */
  readonly look: () => Promise<string | undefined>;
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  /** Pause between two attempts, in milliseconds. */
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;

/**
 * Checks PROJECT_ID as soon as the database is reachable. Few responses are sent before: while it is unreachable there are none.
 * @throws OutsideError if it is the id of another project, whose credentials would read the default one
 */
export async function refuseProjectId({ look, signal, everyMs = EVERY_MS }: RefuseProjectIdOptions): Promise<void> {
  while (!signal.aborted) {
    const looked = await look().then(
      (problem) => ({ problem }),
      () => undefined, // the readiness of the process reports it
    );
    if (looked?.problem !== undefined) throw new OutsideError(looked.problem);
    if (looked !== undefined) return;
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
