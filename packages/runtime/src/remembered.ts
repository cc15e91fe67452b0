/** Time for which an outcome is kept, in milliseconds. */
const REMEMBERED_MS = 1000;

/**
 * Bounds a check that anyone may cause: it runs once at a time, and its outcome is kept for a second. All calls within that time share it.
 * @param elapsed milliseconds, monotonic
 */
export function remembered<T>(check: () => Promise<T>, elapsed: () => number): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (last === undefined || elapsed() >= until) {
      until = Infinity;
      last = check().finally(() => (until = elapsed() + REMEMBERED_MS));
    }
    return last;
  };
}
