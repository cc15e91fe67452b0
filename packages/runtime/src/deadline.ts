/** Something took longer than it was given. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The outcome of work, or an error when it takes longer than the given time. The work itself goes on, and what comes of it is
 * nobody's concern.
 * @throws what `late` makes when the time is over, or whatever the work rejects with
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
