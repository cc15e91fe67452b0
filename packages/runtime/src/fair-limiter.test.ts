import { FairLimiter } from './fair-limiter';

test('lets one at a time, in the order in which they came', async () => {
  const turns = new FairLimiter({ most: 1, maxWaitMs: 10_000 });
  const seen: string[] = [];
  const first = await turns.take();
  const others = ['second', 'third'].map(async (name) => {
    const passOn = await turns.take();
    seen.push(name);
    passOn();
  });
  expect([seen, turns.waiting]).toEqual([[], 2]);
  first();
  await Promise.all(others);
  expect([seen, turns.waiting]).toEqual([['second', 'third'], 0]);
  (await turns.take())();
});

test('sends away who waits too long, and lets the next one', async () => {
  const turns = new FairLimiter({ most: 1, maxWaitMs: 20 });
  const first = await turns.take();
  await expect(turns.take()).rejects.toThrow('it took too long');
  expect(turns.waiting).toBe(0);
  first();
  (await turns.take())();
});

test('lets as many at a time as it may, and is idle after the last', async () => {
  const turns = new FairLimiter({ most: 2, maxWaitMs: 10_000 });
  const [first, second] = await Promise.all([turns.take(), turns.take()]);
  const third = turns.take();
  expect(turns.waiting).toBe(1);
  second();
  (await third)();
  expect([turns.waiting, turns.isIdle]).toEqual([0, false]);
  first();
  expect(turns.isIdle).toBe(true);
});

test('owners take turns: the queue of one does not hold up another one', async () => {
  const turns = new FairLimiter({ most: 1, maxWaitMs: 10_000 });
  const seen: string[] = [];
  const first = await turns.take('greedy');
  const others = ['greedy', 'greedy', 'greedy', 'modest'].map(async (owner) => {
    const passOn = await turns.take(owner);
    seen.push(owner);
    passOn();
  });
  first();
  await Promise.all(others);
  expect(seen).toEqual(['greedy', 'modest', 'greedy', 'greedy']);
});

test('one owner has no more turns at a time than it may, whoever else has none', async () => {
  const turns = new FairLimiter({ most: 2, mostOfOne: 1, maxWaitMs: 10_000 });
  const greedy = await turns.take('greedy');
  const second = turns.take('greedy');
  expect(turns.waiting).toBe(1);
  const modest = await turns.take('modest');
  modest();
  expect(turns.waiting).toBe(1);
  greedy();
  (await second)();
  expect([turns.waiting, turns.isIdle]).toEqual([0, true]);
});

test('ends the wait of what is given up meanwhile, and has no turn for what was given up before', async () => {
  const turns = new FairLimiter({ most: 1, maxWaitMs: 10_000 });
  const first = await turns.take();
  const given = new AbortController();
  const second = turns.take('', given.signal);
  const third = turns.take();
  given.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(turns.waiting).toBe(1);
  await expect(turns.take('', given.signal)).rejects.toThrow('gone');
  first();
  (await third)();
  expect(turns.isIdle).toBe(true);
});

test('an owner has a share of what the others leave, so that something is left for the next one', async () => {
  const share = (left: number): number => Math.max(1, Math.floor(left / 2));
  const turns = new FairLimiter({ most: 8, mostOfOne: share, maxWaitMs: 10_000 });
  const begun: string[] = [];
  const take = async (owner: string) => {
    const passOn = await turns.take(owner);
    begun.push(owner);
    return passOn;
  };
  const greedy = Array.from({ length: 8 }, () => take('greedy'));
  const second = Array.from({ length: 8 }, () => take('second'));
  const modest = await take('modest');
  expect(begun.join(' ')).toBe('greedy greedy greedy greedy second second modest');
  // Next to two others, an owner that uses more than half of what they leave gets no further slot.
  for (const passOn of await Promise.all(greedy.slice(0, 2))) passOn();
  expect(turns.waiting).toBe(10);
  modest();
  expect(turns.waiting).toBe(9);
  for (const each of [...greedy.slice(2), ...second]) (await each)();
  expect([turns.isIdle, turns.waiting]).toEqual([true, 0]);
});

describe('where turns of some take far longer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Order in which two owners get the slots that they wait for, after each had one; the greedy one waits first. */
  async function order(greedyMs: number, thenMs: number): Promise<string> {
    const turns = new FairLimiter({ most: 1, maxWaitMs: 1_000_000, leastServedFirst: true });
    const serve = async (owner: string, milliseconds: number): Promise<void> => {
      const passOn = await turns.take(owner);
      jest.advanceTimersByTime(milliseconds);
      passOn();
    };
    await serve('greedy', greedyMs);
    await serve('modest', 100);
    const running = await turns.take('other');
    jest.advanceTimersByTime(thenMs);
    const seen: string[] = [];
    const waiting = ['greedy', 'greedy', 'modest'].map(async (owner) => {
      const passOn = await turns.take(owner);
      seen.push(owner);
      passOn();
    });
    running();
    await Promise.all(waiting);
    return seen.join(' ');
  }

  test('the owner that had the least time of late is the next one', async () => {
    expect(await order(3_000, 0)).toBe('modest greedy greedy');
    expect(await order(50, 0)).toBe('greedy greedy modest');
  });

  test('what an owner had long ago does not count', async () => {
    expect(await order(3_000, 600_000)).toBe('greedy modest greedy');
  });
});
