import { GrowingMetadata, MetadataTooLargeError, checkMerged } from './metadata-bound';

const members = (from: number, count: number, value = '0') =>
  new Map(Array.from({ length: count }, (_, index) => [`k${from + index}`, value]));
const MIB = 2 ** 20;

test('additions are refused where merged metadata is, and leave nothing behind', () => {
  const growing = new GrowingMetadata(members(0, 19_999));
  expect(growing.add([members(30_000, 1), members(30_001, 1)])).toBe('metadata would have more than 20000 members');
  expect(growing.add([members(0, 5000)])).toBeUndefined();
  expect(growing.add([members(30_001, 1)])).toBeUndefined();
  expect(growing.add([members(30_002, 1)])).toMatch('members');
  expect(() => checkMerged(members(0, 20_001))).toThrow(MetadataTooLargeError);
});

test('characters are asked for where a member is new, and the shorter of two values counts', () => {
  const growing = new GrowingMetadata(members(0, 2, 'v'.repeat(8 * MIB)));
  expect(growing.add([members(2, 1, 'v'.repeat(2 * MIB))])).toBe('metadata would have more than 18874368 characters');
  expect(growing.add([members(1, 1, 'v'.repeat(9 * MIB))])).toBeUndefined();
  expect(growing.add([members(1, 1, 'v')])).toBeUndefined();
  expect(growing.add([members(2, 1, 'v'.repeat(8 * MIB))])).toBeUndefined();
});
