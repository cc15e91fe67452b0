import timers from 'node:timers/promises';
import type { Scheduler } from './scheduler';

interface Cancellable {
  readonly signal?: AbortSignal;
}

/** Replaces timers, clock and random numbers of the work by those of a scheduler. Its errors have no stacks. */
export async function withVirtualTime<T>(scheduler: Scheduler, work: () => Promise<T>): Promise<T> {
  const sleep = timers.setTimeout;
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const now = performance.now.bind(performance);
  const { random } = Math;
  const { stackTraceLimit } = Error;
  Object.assign(globalThis, virtualTimers(scheduler));
  Object.assign(timers, { setTimeout: virtualSleep(scheduler) });
  performance.now = () => scheduler.now;
  Math.random = () => scheduler.random.fraction();
  Error.stackTraceLimit = 0; // unused, and there are many errors
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
    Object.assign(timers, { setTimeout: sleep });
    performance.now = now;
    Math.random = random;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function virtualTimers(scheduler: Scheduler) {
  return {
    setTimeout: (fire: () => void, ms = 0) => scheduler.addTimer(ms, fire),
    clearTimeout: (timer: unknown) => scheduler.removeTimer(timer),
    setInterval: (fire: () => void, ms: number) => {
      const interval = { timer: {} };
      const again = () => {
        interval.timer = scheduler.addTimer(ms, () => {
          again();
          fire();
        });
      };
      again();
      return interval;
    },
    clearInterval: ({ timer }: { readonly timer: object }) => scheduler.removeTimer(timer),
  };
}

function virtualSleep(scheduler: Scheduler) {
  return (ms: number, value: unknown, { signal }: Cancellable = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        scheduler.removeTimer(timer);
        reject(new Error('aborted'));
      };
      const timer = scheduler.addTimer(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort);
    });
}
