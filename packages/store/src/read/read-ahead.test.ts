import { setImmediate as turn } from 'node:timers/promises';
import { readAhead } from './read-ahead';

/** Says in `events` what is read, and that reading has ended. */
async function* reading(events: string[], count: number, failsAt?: number): AsyncGenerator<number, void> {
  try {
    for (let n = 0; n < count; n += 1) {
      await turn();
      if (n === failsAt) throw new Error('read failed');
      events.push(`read ${n}`);
      yield n;
    }
  } finally {
    events.push('ended');
  }
}

/** Long enough for everything that would be read without being asked for. */
async function settle(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await turn();
}

test('gives all in order, and reads the next one while one is used, but no more', async () => {
  const events: string[] = [];
  for await (const item of readAhead(reading(events, 4))) {
    await settle();
    events.push(`used ${item}`);
  }
  expect(events).toEqual([
    ...['read 0', 'read 1', 'used 0', 'read 2', 'used 1', 'read 3', 'used 2', 'ended', 'used 3'],
  ]);
});

test('what fails ahead fails where it would be used, after what came before it', async () => {
  const events: string[] = [];
  const used: number[] = [];
  const all = async (): Promise<void> => {
    for await (const item of readAhead(reading(events, 4, 2))) {
      await settle();
      used.push(item);
    }
  };
  await expect(all()).rejects.toThrow('read failed');
  expect(used).toEqual([0, 1]);
  expect(events.at(-1)).toBe('ended');
});

test.each([[undefined], [2]])(
  'who stops ends the reading too, also where it is about to fail (at %s)',
  async (failsAt) => {
    const events: string[] = [];
    for await (const item of readAhead(reading(events, 9, failsAt))) {
      if (item === 1) break;
    }
    expect(events.at(-1)).toBe('ended');
    const sofar = events.length;
    await settle();
    expect(events).toHaveLength(sofar);
  },
);
