import { captureNames, comparable, expectedOf } from '@sluice/testkit';
import { readingOf } from './fixtures/capture.testing';

/**
 * Captures that are not yet read as they should be, and what is wrong of each. One that is read rightly has to leave the
 * list; in the end it is empty.
 */
const NOT_YET: Readonly<Record<string, string>> = {};

const names = captureNames();

/** What the model was paid for in every scenario: two turns, and an embedding where the SDK tells of it. */
const TURNS = { input: 120 + 180, output: 30 + 50 };
const EMBEDDING = 8;

describe('what real SDKs sent is read as a person reads it', () => {
  const readRightly = names.filter((name) => NOT_YET[name] === undefined);

  const compare = (name: string) => {
    const { read, expected } = comparable(readingOf(name), expectedOf(name));
    expect(read).toEqual(expected);
  };

  it.each(readRightly)('%s', compare);

  const wrong = Object.entries(NOT_YET);
  if (wrong.length > 0) it.failing.each(wrong)('%s, not yet: %s', compare);

  it('whatever is listed as not yet read is a capture', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(NOT_YET)));
  });
});

describe('tokens that count are those of the model calls', () => {
  it.each(names)('%s', (name) => {
    const { tokens, observations } = readingOf(name);
    const embedded = observations.some(({ type, usage }) => type === 'EMBEDDING' && usage !== undefined);
    expect(tokens).toEqual({ ...TURNS, input: TURNS.input + (embedded ? EMBEDDING : 0) });
  });
});
