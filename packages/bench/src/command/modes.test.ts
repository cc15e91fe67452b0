import { Closers, createLogger } from '@sluice/runtime';
import { commandOf, mode } from './modes';
import { UsageError, integer, text } from './options';

const context = {
  closers: new Closers({ logger: createLogger({ level: 'silent', pretty: false }) }),
  signal: new AbortController().signal,
  print: () => undefined,
};
const ran: unknown[] = [];
const note =
  (name: string) =>
  (values: object, _: unknown, args: readonly string[]): Promise<number> => {
    ran.push([name, values, args]);
    return Promise.resolve(0);
  };
const command = commandOf('try', [
  mode('', { seconds: integer({ default: 1, min: 1, max: 9 }) }, note('usual')),
  mode('deep', { seconds: integer({ default: 5, min: 1, max: 9 }) }, note('deep')),
  mode('against', { against: text('<commit>') }, note('against')),
]);
const run = (...args: string[]) => command.run(args, context);
afterEach(() => ran.splice(0));

test.each([
  [['--seconds=2'], ['usual', { seconds: 2 }]],
  [['--deep'], ['deep', { deep: true, seconds: 5 }]],
  [
    ['--seconds', '3', '--deep'],
    ['deep', { deep: true, seconds: 3 }],
  ],
  [
    ['--against', 'main'],
    ['against', { against: 'main' }],
  ],
  [['--against=main'], ['against', { against: 'main' }]],
])('%j runs the mode that its option selects', async (args, expected) => {
  await expect(run(...args)).resolves.toBe(0);
  expect(ran).toEqual([[...expected, args]]);
});

test('an option of another mode is refused', async () => {
  await expect(run('--deep', '--against', 'main')).rejects.toThrow(UsageError);
  await expect(run('--against', 'main', '--seconds', '1')).rejects.toThrow(UsageError);
  expect(ran).toEqual([]);
});

test('the usage has a line for each mode', () => {
  expect(command.usage.split('\n')).toEqual([
    '[--seconds 1]',
    '  try --deep [--seconds 5]',
    '  try --against <commit>',
  ]);
});
