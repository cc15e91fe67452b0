import { Choices, choicesOf, repeatedChoices } from './choices';
import { type FuzzInput, TARGETS, targetOf } from './fuzz-input';
import { makeInput } from './make-input';

const WORLD = { seed: 7, projectNo: 0, bearerToken: 'token', publicKey: 'pk', secretKey: 'sk' };
const INDEXES = Array.from({ length: 240 }, (_, index) => index);

/** Returns a text that is equal for equal inputs. */
const textOf = (input: FuzzInput): string => JSON.stringify({ ...input, body: input.body.toString('latin1') });

test('the same seed and index make the same input, in any order', () => {
  const inputs = INDEXES.map((index) => textOf(makeInput(WORLD, index)));
  const backwards = [...INDEXES].reverse().map((index) => textOf(makeInput(WORLD, index)));
  expect(inputs.every((text, index) => text === backwards.at(-1 - index))).toBe(true);
});

test('the decisions of an input make it again', () => {
  for (const index of INDEXES) {
    const choices = choicesOf(WORLD, index);
    const text = textOf(makeInput(WORLD, index, choices));
    expect(textOf(makeInput(WORLD, index, repeatedChoices(choices.taken))) === text).toBe(true);
  }
});

test('another seed makes other inputs with other ids', () => {
  const same = INDEXES.filter(
    (index) => textOf(makeInput(WORLD, index)) === textOf(makeInput({ ...WORLD, seed: 8 }, index)),
  );
  // Inputs without ids can be equal by chance.
  expect(same.length).toBeLessThan(INDEXES.length / 10);
});

test.each(TARGETS)('%s takes its turn, and its plainest input is a whole request with nothing mutated', (target) => {
  const index = TARGETS.indexOf(target) + 6 * TARGETS.length;
  expect(targetOf(index)).toBe(target);
  const plain = makeInput(WORLD, index, new Choices(() => 0));
  expect(plain).toMatchObject({ framing: 'whole', heavy: false, bodyIntact: true });
  if (target !== 'headers') expect(plain).toMatchObject({ authorized: true, done: [] });
});
