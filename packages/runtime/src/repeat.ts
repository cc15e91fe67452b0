import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does work after a pause, then again after each pause that it resolves with, in milliseconds. Each is up to a tenth shorter or
 * longer, so that processes do not meet for ever. The process may end meanwhile.
 * @param work given a signal that is aborted when it is to give up; does not reject
 * @returns its end
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
