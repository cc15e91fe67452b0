import type { Handler } from '@sluice/http';
import { pauseFor } from './pause';
import type { QueryDependencies } from './parts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Looks again for what is not there yet: who has just sent it may ask before the writer has stored it. */
export async function lookAgain<T>(
  { readWaitMs }: Pick<QueryDependencies, 'readWaitMs'>,
  response: Parameters<Handler>[1],
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + readWaitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const found = await look();
    const left = deadline - performance.now();
    if (found !== undefined || left <= 0) return found;
    await pauseFor(Math.min(pause, left), response);
  }
}
