import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/**
 * Measures from now on for how long everything else in the process waits for one turn of the event loop: for all work that is
 * done between two waits for something to do. A turn tells of itself when it ends, so that nothing is missed, and a process
 * at rest is not woken. (`monitorEventLoopDelay` of Node wakes it at each of its intervals, and misses work that begins within
 * the first one.) While work waits for a processor that others have, that counts too.
 * @param activeMs the time that the loop has been at work since the process began
 * @returns a function: the longest turn since its last call, in seconds; of the turn that calls it what has passed
 */
export function watchEventLoop(activeMs = () => performance.eventLoopUtilization().active): () => number {
  let turnBeganAt = activeMs();
  let longestMs = 0;
  const look = (): number => {
    const now = activeMs();
    longestMs = Math.max(longestMs, now - turnBeganAt);
    return now;
  };
  // One without a reference does not make the loop turn: it is called when something else has.
  const atEnd = (): void => void setImmediate(endTurn).unref();
  const endTurn = (): void => {
    turnBeganAt = look();
    atEnd();
  };
  atEnd();
  return () => {
    look();
    const seconds = longestMs / 1000;
    longestMs = 0;
    return seconds;
  };
}
