/**
 * Returns the same items in their order, and reads the next one while one is used: so the database works in parallel to this process. At
 * most one item is read ahead, however slowly they are used. A read in progress is awaited when no more items are wanted.
 */
export async function* readAhead<T>(items: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    let next = items.next();
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = items.next();
      next.catch(() => undefined); // the rejection is thrown at its await, which may be much later
      yield value;
    }
  } finally {
    await items.return();
  }
}
