import { TARGETS } from '../input/fuzz-input';
import { makeInput } from '../input/make-input';
import { ReadKinds } from './read-kinds';

const WORLD = { seed: 7, projectNo: 0, bearerToken: 'token', publicKey: 'pk', secretKey: 'sk' };
const READS = 12_000;

test('as many reads as a usual run sends have every kind of value', () => {
  const kinds = new ReadKinds();
  const first = TARGETS.indexOf('query');
  for (let n = 0; n < READS; n += 1) kinds.count(makeInput(WORLD, first + n * TARGETS.length));
  expect(kinds.missing).toEqual([]);
});
