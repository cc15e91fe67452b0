/** What is done when it is asked for, but not again before some time has passed. */
export interface Throttled {
  /** Does it now, or as soon as the time has passed; until then asking again changes nothing. */
  readonly soon: () => void;
  /** Does now what was put off, if anything. */
  readonly flush: () => void;
  /** Forgets what was put off. */
  readonly drop: () => void;
}

/** @param leastMs milliseconds between two times */
export function throttle(run: () => void, leastMs: number): Throttled {
  let done = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = (): void => {
    drop();
    done = performance.now();
    run();
  };
  return {
    soon() {
      if (timer !== undefined) return;
      const wait = done + leastMs - performance.now();
      if (wait <= 0) now();
      else timer = setTimeout(now, wait);
    },
    flush() {
      if (timer !== undefined) now();
    },
    drop,
  };
}
