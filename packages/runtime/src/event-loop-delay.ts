/** How often the loop is looked at: what it costs at rest, and how much of a delay may go unseen. */
const EVERY_MS = 25;

/**
 * Measures from now on for how long everything else in the process waits for one piece of work, or for a processor.
 * (`monitorEventLoopDelay` of Node misses work that begins within its first interval after it was reset, which is when the
 * reading of metrics has ended.)
 * @param clock milliseconds
 * @returns a function: the longest delay since its last call, in seconds
 */
export function watchEventLoop(clock = () => performance.now()): () => number {
  let lookedAt = clock();
  let longestMs = 0;
  const look = (): void => {
    const now = clock();
    longestMs = Math.max(longestMs, now - lookedAt - EVERY_MS);
    lookedAt = now;
  };
  setInterval(look, EVERY_MS).unref();
  return () => {
    look();
    const seconds = longestMs / 1000;
    longestMs = 0;
    return seconds;
  };
}
