/** Function that runs at most once in a period. */
export interface Throttled {
  /** Runs now, or when the period ends; further calls until then have no effect. */
  readonly soon: () => void;
  /** Runs a pending call now. */
  readonly flush: () => void;
  /** Drops a pending call. */
  readonly drop: () => void;
}

/** @param leastMs milliseconds between two runs */
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
