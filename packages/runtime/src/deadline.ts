/** Work exceeded its time limit. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Returns the outcome of work, or an error when it exceeds the time limit. The work itself continues, and its outcome is ignored.
 * @throws the error of `late` when the time is over, or the work's own rejection
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: Promise<T>,
  late = (): Error => new TimeoutError(`not done within ${Math.round(milliseconds)} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, overrun]);
  } finally {
    clearTimeout(timer);
  }
}
