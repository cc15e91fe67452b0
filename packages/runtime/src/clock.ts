/** Source of time, which tests can replace. */
export interface Clock {
  /** Returns microseconds since the epoch, an integer. */
  now(): number;
}

/** Longest stall in microseconds: a larger step back of the system's clock is a correction to follow. */
const LARGEST_STALL = 60_000_000;

/**
 * Makes a clock that follows a source of milliseconds and never returns the same time twice. Of two requests of one millisecond the later
 * one must have the later receive time, because the later value wins (contract: Native batch). A clock that is set back by less than a
 * minute stalls instead; the monotonic clock is no substitute, because it stops while a laptop sleeps.
 */
export function createClock(milliseconds: () => number): Clock {
  let last = 0;
  return {
    now() {
      const time = milliseconds() * 1000;
      last = time > last || last - time > LARGEST_STALL ? time : last + 1;
      return last;
    },
  };
}

/** Clock of the process. */
export const systemClock: Clock = createClock(Date.now);
