import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs work after a pause, then again after each pause that it resolves with, in milliseconds. Each pause is up to a tenth shorter or
 * longer, so that processes do not stay synchronized. The process may end meanwhile.
 * @param work receives a signal that aborts when it has to stop; does not reject
 * @returns the function that stops it and waits for its end
 */
export function repeat(firstMs: number, work: (signal: AbortSignal) => Promise<number>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function runUntilStopped(): Promise<void> {
    for (let pause = firstMs; ; pause = await work(signal)) {
      await sleep(pause * (0.9 + 0.2 * Math.random()), undefined, { signal, ref: false });
    }
  }
  const ended = runUntilStopped().catch(() => undefined); // only the sleep rejects, when it stops
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
