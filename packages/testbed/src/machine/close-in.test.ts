import { closeIn } from './close-in';

test('closes the last first, each once, also after one that fails', async () => {
  let end = (): Promise<void> => Promise.reject(new Error('no hook'));
  const later = closeIn((close) => (end = close));
  const closed: number[] = [];
  later(() => closed.push(1));
  later(() => Promise.reject(new Error('stuck')));
  later(async () => {
    await new Promise(setImmediate);
    closed.push(2);
  });
  await expect(end()).rejects.toThrow('stuck');
  expect(closed).toEqual([2, 1]);
  later(() => closed.push(3));
  await end();
  expect(closed).toEqual([2, 1, 3]);
});
