import { once } from 'node:events';
import { join } from 'node:path';
import { type SourceChange, forkSource, withChangedSource } from '@sluice/testbed/machine';
import type { Answer, Order } from './run-schedules';

/** Seed of the only schedule to run, printed turn by turn. */
const REPLAYED = process.env['SIMULATION_SEED'];
const ALL: Order = { first: 0, count: 10_000 };

async function run(order: Order, env = process.env): Promise<Answer> {
  const child = forkSource(join(__dirname, 'run-schedules.ts'), [JSON.stringify(order)], { env });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${String(code)}`)));
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  await ended.catch(() => undefined);
  return answer;
}

test('no schedule of faults makes writers lose a record, store one twice, or stand still', async () => {
  const order = REPLAYED === undefined ? ALL : { first: Number(REPLAYED), count: 1, keepHistory: true };
  const { seed, violation } = await run(order);
  const replay = `SIMULATION_SEED=${seed} npx jest --selectProjects unit --testPathPatterns packages/proof/src/simulation`;
  expect(violation === undefined ? undefined : `${violation}\nevery turn of it: ${replay}`).toBeUndefined();
});

const WRITER = 'services/writer/src/writer.ts';
const SESSION = 'packages/bus/src/kafka/group-session.ts';
const POSITIONER = 'packages/bus/src/kafka/resolve-offset.ts';
const STATE = 'packages/store/src/write/state';
const PACKS = 'packages/store/src/write/packs/trace-packs.ts';

test.each<[string, SourceChange, RegExp]>([
  [
    'a writer that does not cut off what is delivered again',
    { file: WRITER, search: 'offset >= from.nextOffset', replacement: 'offset >= 0' },
    /stored twice/,
  ],
  [
    'a consumer that does not try again what failed',
    {
      file: POSITIONER,
      search: 'setTimeout(() => void this.begin(assignment, [partition]), afterMs)',
      replacement: 'undefined',
    },
    /stands still|does not come to an end/,
  ],
  [
    'a consumer that resolves the offset after its batch',
    {
      file: SESSION,
      search: 'resolveOffset(String(batch.next - 1))',
      replacement: 'resolveOffset(String(batch.next))',
    },
    /never stored|the log does not hold offset/,
  ],
  [
    'a writer that gives new packs the numbers of stored ones',
    { file: PACKS, search: 'Math.max(last, no), -1) + 1', replacement: 'Math.max(last, no), -1) * 0' },
    /pack 0 of .* is stored twice/,
  ],
  [
    'a writer that swaps the ranges of a text',
    { file: PACKS, search: 'else ranges.push({', replacement: 'else ranges.unshift({' },
    /a trace is stored as/,
  ],
  [
    'a merge in which the value received first wins',
    { file: `${STATE}/stamped-fields.ts`, search: 'stampB < stampA', replacement: 'stampB > stampA' },
    /a trace is stored as/,
  ],
  [
    'a merge that orders tags by when they were seen last',
    { file: `${STATE}/trace-state.ts`, search: 'stamp < known', replacement: 'stamp > known' },
    /a trace is stored as/,
  ],
  [
    'a merge of metadata of events by top-level key',
    { file: `${STATE}/growing-metadata.ts`, search: 'sent.nested = nested;', replacement: '' },
    /a trace is stored as/,
  ],
  [
    'a writer that merges what comes into a trace that is hidden',
    { file: 'packages/store/src/write/projects.ts', search: 'trace.part < floor', replacement: 'false' },
    /a trace is stored as/,
  ],
])('is found: %s', async (_, change, found) => {
  const { violation } = await run({ first: 0, count: 1000 }, withChangedSource(change));
  expect(violation).toMatch(found);
});
