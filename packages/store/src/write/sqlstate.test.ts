import { OffsetConflictError } from './port';
import { TookTooLongError, TryAgainError, classifyFailure, leavesConnection, tookTooLong } from './sqlstate';

const error = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

test.each(['22021', '22P02', '23502', '23505', '54000', 'P0001', 'SL404'])('%s is the fault of one record', (code) => {
  expect(classifyFailure(error(code))).toBe('data');
});

test.each(['40001', '40P01', '57P01', '08006', '53100', '25006', '55P03', '57014', 'ECONNREFUSED'])(
  '%s can pass by itself',
  (code) => {
    expect(classifyFailure(error(code))).toBe('retry');
  },
);

test.each(['42P01', '42501', '28P01', '3D000', 'XX000'])('%s needs an operator', (code) => {
  expect(classifyFailure(error(code))).toBe('halt');
});

test('a missing partition looks like a violated check but is no fault of the record', () => {
  expect(classifyFailure(error('23514'))).toBe('retry');
  expect(classifyFailure(error('23514', { constraint: 'some_check' }))).toBe('data');
});

test.each(['Connection terminated unexpectedly', 'timeout expired'])(
  'a connection that was cut, or not made in time, has no code: %s',
  (message) => {
    expect(classifyFailure(new Error(message))).toBe('retry');
  },
);

test('any other error is a bug', () => {
  expect(classifyFailure(new TypeError('x'))).toBe('halt');
  expect(classifyFailure('x')).toBe('halt');
});

test('less at once may succeed after a time-out, and not after what has nothing to do with the amount', () => {
  expect([new TookTooLongError('x'), error('57014'), error('25P04')].map(tookTooLong)).toEqual([true, true, true]);
  expect([new TryAgainError('x'), error('55P03'), error('57P01')].map(tookTooLong)).toEqual([false, false, false]);
  expect(classifyFailure(new TookTooLongError('x'))).toBe('retry');
});

test('a connection outlives contention, and nothing that may have hit the connection itself', () => {
  const kept = [error('40001'), error('40P01'), error('55P03'), error('57014'), error('53100'), new TryAgainError('x')];
  expect([...kept, new OffsetConflictError('x')].map(leavesConnection)).toEqual(Array(7).fill(true));
  const ended = [
    '57P01',
    '57P03',
    '25P03',
    '25P04',
    '25006',
    '26000',
    '0A000',
    '08006',
    '58030',
    'ECONNRESET',
    'EPIPE',
  ];
  const unknown = [new TookTooLongError('x'), new Error('Connection terminated unexpectedly'), new TypeError('x'), 'x'];
  const all = [...ended.map((code) => error(code)), ...unknown];
  expect(all.map(leavesConnection)).toEqual(all.map(() => false));
});
