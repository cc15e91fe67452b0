import { UsageError, readOptions } from './options';

const NAMES = { values: ['seconds', 'name'], flags: ['quick'] };
const SECONDS = { default: 15, min: 1, max: 60 };

test('an option that is not given has its default', () => {
  const options = readOptions([], NAMES);
  expect(options.integer('seconds', SECONDS)).toBe(15);
  expect(options.text('name')).toBeUndefined();
  expect(options.flag('quick')).toBe(false);
});

test('options are read by name', () => {
  const options = readOptions(['--quick', '--seconds', '3', '--name=x'], NAMES);
  expect(options.integer('seconds', SECONDS)).toBe(3);
  expect(options.text('name')).toBe('x');
  expect(options.flag('quick')).toBe(true);
});

test.each([['--slow'], ['--seconds'], ['stray'], ['--quick=yes']])('%s is refused', (...args) => {
  expect(() => readOptions(args, NAMES)).toThrow(UsageError);
});

test.each(['0', '61', '-1', '1.5', 'many', ''])('%j is not a number of seconds', (text) => {
  expect(() => readOptions([`--seconds=${text}`], NAMES).integer('seconds', SECONDS)).toThrow(/--seconds.*1 to 60/);
});

test('of words only those that mean something are taken', () => {
  const only = (...args: string[]) => readOptions(args, NAMES).choice('name', ['lists', 'others']);
  expect(only()).toBeUndefined();
  expect(only('--name', 'others')).toBe('others');
  expect(() => only('--name', 'list')).toThrow('--name: expected lists or others, got "list"');
});
