import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/**
 * Measures from now on how long the process is blocked by one turn of the event loop: the work between two waits for events. A turn is
 * recorded when it ends, so that none is missed and an idle process is not woken. (`monitorEventLoopDelay` of Node wakes it at each of its
 * intervals, and misses work that begins within the first one.) Time in which the process waits for a processor counts too.
 * @param activeMs time that the loop has been active since the process began
 * @returns a function: the longest turn since its last call, in seconds; of the current turn the time so far
 */
export function watchEventLoop(activeMs = () => performance.eventLoopUtilization().active): () => number {
  let turnBeganAt = activeMs();
  let longestMs = 0;
  const look = (): number => {
    const now = activeMs();
    longestMs = Math.max(longestMs, now - turnBeganAt);
    return now;
  };
  // An unreferenced immediate does not make the loop turn: it runs when another event has.
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
