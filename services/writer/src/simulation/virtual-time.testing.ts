import type { Scheduler } from './scheduler.testing';

/** Lets the timers of everything that runs meanwhile be those of a scheduler. Its errors have no stacks. */
export async function withVirtualTime<T>(scheduler: Scheduler, work: () => Promise<T>): Promise<T> {
  const real = { setTimeout, clearTimeout };
  const virtual = {
    setTimeout: (fire: () => void, ms = 0) => scheduler.addTimer(ms, fire),
    clearTimeout: (timer: unknown) => scheduler.removeTimer(timer),
  };
  const { stackTraceLimit } = Error;
  Object.assign(globalThis, virtual);
  Error.stackTraceLimit = 0; // nobody reads them, and there are many
  try {
    return await work();
  } finally {
    Object.assign(globalThis, real);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
