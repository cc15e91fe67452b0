import { dateOf } from './whole-days';

it('writes days as dates', () => {
  expect(dateOf(0)).toBe('1970-01-01');
  expect(dateOf(20_777)).toBe('2026-11-20');
});
