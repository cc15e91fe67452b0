/**
 * The same items in their order, the next of which is fetched while one is used: so the database works beside this process.
 * One waits at most, however slowly they are taken. What is under way when no more are wanted is waited for.
 */
export async function* readAhead<T>(items: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    let next = items.next();
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = items.next();
      next.catch(() => undefined); // it is thrown where it is awaited, which may be much later
      yield value;
    }
  } finally {
    await items.return();
  }
}
