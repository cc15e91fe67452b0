import { Turns } from './turns';

test('lets one at a time, in the order in which they came', async () => {
  const turns = new Turns(1, 10_000);
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
  const turns = new Turns(1, 20);
  const first = await turns.take();
  await expect(turns.take()).rejects.toThrow('it took too long');
  expect(turns.waiting).toBe(0);
  first();
  (await turns.take())();
});

test('lets as many at a time as it may, and is idle after the last', async () => {
  const turns = new Turns(2, 10_000);
  const [first, second] = await Promise.all([turns.take(), turns.take()]);
  const third = turns.take();
  expect(turns.waiting).toBe(1);
  second();
  (await third)();
  expect([turns.waiting, turns.isIdle]).toEqual([0, false]);
  first();
  expect(turns.isIdle).toBe(true);
});
