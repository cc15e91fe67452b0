import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from '@sluice/testkit';
import type { Answer, Order } from './run-schedules.testing';

/** One schedule only, told turn by turn. */
const REPLAYED = process.env['SIMULATION_SEED'];
const ALL: Order = { first: 0, count: 10_000 };

async function run(order: Order): Promise<Answer> {
  const child = forkSource(join(__dirname, 'run-schedules.testing.ts'), [JSON.stringify(order)]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${String(code)}`)));
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  await ended.catch(() => undefined);
  return answer;
}

test('no schedule of faults makes writers lose a record, store one twice, or stand still', async () => {
  const order = REPLAYED === undefined ? ALL : { first: Number(REPLAYED), count: 1, keepHistory: true };
  const { seed, violation } = await run(order);
  const replay = `SIMULATION_SEED=${seed} npx jest --selectProjects unit --testPathPatterns services/writer/src/simulation`;
  expect(violation === undefined ? undefined : `${violation}\nevery turn of it: ${replay}`).toBeUndefined();
});

test('without the fence a record is stored twice', async () => {
  const { violation } = await run({ first: 0, count: 500, sabotage: 'no-fence' });
  expect(violation).toMatch(/stored twice|went back/);
});

test('with the position moved before the rows a record is lost', async () => {
  const { violation } = await run({ first: 0, count: 500, sabotage: 'position-first' });
  expect(violation).toMatch(/never stored/);
});
