/** Hook of Jest: `afterEach` or `afterAll`. */
type Hook = (close: () => Promise<void>) => void;

/**
 * Registers a hook that closes what its test, or its file, has opened: the last first, also after one that fails.
 * @returns function that receives how something is closed
 * @throws in the hook: the first failure
 */
export function closeIn(hook: Hook): (close: () => unknown) => void {
  const open: (() => unknown)[] = [];
  hook(async () => {
    const failures: unknown[] = [];
    for (const close of open.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  });
  return (close) => void open.push(close);
}
