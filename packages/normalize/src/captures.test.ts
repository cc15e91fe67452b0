import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureNames, capturedRequests, comparable, expectedOf } from '@sluice/testbed/samples';
import { readingOf } from './fixtures/capture.testing';

/**
 * Captures that are not yet read correctly, with the fault of each. A capture that is read correctly has to be removed from the list; in
 * the end it is empty.
 */
const NOT_YET: Readonly<Record<string, string>> = {};

const names = captureNames();

/** Tokens that the model was paid for in every scenario: two turns, and an embedding if the SDK sends it; nothing if the model refused. */
const TURNS = { input: 120 + 180, output: 30 + 50 };
const EMBEDDING = 8;
const REFUSED = { input: 0, output: 0 };

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
    const paid = { ...TURNS, input: TURNS.input + (embedded ? EMBEDDING : 0) };
    expect(tokens).toEqual(name.endsWith('-error') ? REFUSED : paid);
  });
});

describe('captures', () => {
  it('can all be made again', () => {
    const file = readFileSync(join(__dirname, '../captures/captures.json'), 'utf8');
    expect(Object.keys(JSON.parse(file) as object).sort()).toEqual(names);
  });

  it.each(names)('%s names no folder of the machine that it was made on', (name) => {
    const text = capturedRequests(name).map(String).join('\n');
    expect(text.match(/\/(?:root|home|tmp|Users|work)\/[\w.-]*/g) ?? []).toEqual([]);
  });
});
