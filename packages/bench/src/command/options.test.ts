import { UsageError, choice, flag, formatOptions, integer, readValues, some, text } from './options';

const TABLE = {
  seconds: integer({ default: 15, min: 1, max: 60 }),
  rate: integer({ form: '<spans a second>', min: 1, max: 100 }),
  name: text('<part of a name>'),
  only: choice(['lists', 'others']),
  faults: some(['cut', 'kill', 'freeze']),
  quick: flag,
};

test('an option that is absent has its default', () => {
  expect(readValues([], TABLE)).toEqual({
    seconds: 15,
    rate: undefined,
    name: undefined,
    only: undefined,
    faults: undefined,
    quick: false,
  });
});

test('options are read by name', () => {
  const args = ['--quick', '--seconds', '3', '--name=x', '--only', 'others', '--rate=100', '--faults', 'kill,cut'];
  expect(readValues(args, TABLE)).toEqual({
    seconds: 3,
    rate: 100,
    name: 'x',
    only: 'others',
    faults: ['kill', 'cut'],
    quick: true,
  });
});

test.each([['--slow'], ['--seconds'], ['stray'], ['--quick=yes']])('%s is refused', (...args) => {
  expect(() => readValues(args, TABLE)).toThrow(UsageError);
});

test.each([
  ...['0', '61', '-1', '1.5', 'many', ''].map((raw) => [
    `--seconds=${raw}`,
    `--seconds: expected an integer from 1 to 60, got "${raw}"`,
  ]),
  ['--only=list', '--only: expected lists or others, got "list"'],
  ['--faults=cut,toString', '--faults: expected some of cut,kill,freeze, got "cut,toString"'],
])('%s is refused with what is accepted', (arg, message) => {
  expect(() => readValues([arg], TABLE)).toThrow(new UsageError(message));
});

test('the usage has each option with the form of its value', () => {
  expect(formatOptions(TABLE)).toBe(
    '[--seconds 15] [--rate <spans a second>] [--name <part of a name>] [--only lists|others] [--faults cut,kill,…] [--quick]',
  );
});
