import { DecodeLimiter } from './decode-limiter';

const MIB = 1024 * 1024;

/** Returns the bodies that had begun by the end of each turn of the event loop, the turn of the calls first. */
async function turnsOf(sizes: readonly number[]): Promise<number[][]> {
  const turns = new DecodeLimiter();
  const done: number[] = [];
  const seen: number[][] = [];
  for (const [index, bytes] of sizes.entries()) void turns.take(bytes).then(() => done.push(index));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  seen.push([...done]);
  while (done.length < sizes.length) {
    await new Promise(setImmediate);
    seen.push([...done]);
  }
  return seen;
}

test('small bodies are begun at once', async () => {
  expect((await turnsOf(Array.from({ length: 100 }, () => 1024)))[0]).toHaveLength(100);
});

test('of large bodies each has a turn of its own, in the order in which they came', async () => {
  const seen = await turnsOf([MIB, MIB, 1024, MIB]);
  // The small body begins together with the large one after it: the turn is not used up before that.
  expect(seen).toEqual([[0], [0, 1], [0, 1, 2, 3]]);
});

test('a turn that was not used up is renewed', async () => {
  const turns = new DecodeLimiter();
  await turns.take(MIB);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const begun: string[] = [];
  void turns.take(1024).then(() => begun.push('body'));
  setImmediate(() => begun.push('turn'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(begun).toEqual(['body', 'turn']);
});

test('projects take turns: however many bodies of one wait, that of another one is in the next turn but one', async () => {
  const turns = new DecodeLimiter();
  const begun: string[] = [];
  const take = (project: string) => void turns.take(MIB, project).then(() => begun.push(project));
  for (let n = 0; n < 20; n += 1) take('greedy');
  take('modest');
  while (begun.length < 21) await new Promise(setImmediate);
  expect(begun.slice(0, 3)).toEqual(['greedy', 'greedy', 'modest']);
});
