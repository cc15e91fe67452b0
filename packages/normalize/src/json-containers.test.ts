import { parseContainer } from './json-text';
import { isContainer } from './json-containers';

/** A message, as an agent adds one with each step. */
const message = (n: number): string =>
  `{"role":"user","content":"${`line ${n} \\"é\\" \\u00e9 `.repeat(40)}","n":[${n},{}]}`;
const conversation = (from: number, messages: number): string =>
  `{"run":${from},"messages":[${Array.from({ length: messages }, (_, n) => message(from + n)).join(', ')}]}`;

/** The texts for which `isContainer` is wrong, shortened. */
const wrong = (texts: readonly string[]): string[] =>
  texts.filter((text) => isContainer(text) !== (parseContainer(text) !== undefined)).map((text) => text.slice(0, 60));

test('a text that grows is an object whether its beginning is known or not', () => {
  for (let messages = 1; messages < 60; messages += 1) expect(isContainer(conversation(1, messages))).toBe(true);
});

test('a known beginning makes no text valid that is not', () => {
  const long = conversation(2, 40);
  const texts: string[] = [];
  for (let at = 0; at < long.length; at += 97) {
    for (const put of ['"', '\\', '}', ']', ',', ' ', '\n', 'x', '{"a":[', '}]}']) {
      texts.push(long.slice(0, at) + put + long.slice(at), long.slice(0, at) + put);
    }
    texts.push(long, `${long.slice(0, at)}}]}`);
  }
  expect(wrong(texts)).toEqual([]);
});

test('a text that nests too deep behind a known beginning is none', () => {
  const long = conversation(3, 40).slice(0, -2);
  const nested = (depth: number): string => `${long},${'['.repeat(depth)}${']'.repeat(depth)}]}`;
  expect(isContainer(`${long}]}`)).toBe(true);
  expect([62, 63].map((depth) => isContainer(nested(depth)))).toEqual([true, false]);
  expect(wrong([62, 63].map(nested))).toEqual([]);
});

test('texts beyond those that are remembered are judged alike', () => {
  const texts = Array.from({ length: 200 }, (_, n) => conversation(100 + n, 60));
  for (const text of [...texts, `{"a":"${'x'.repeat(2_000_000)}"}`, ...texts]) expect(isContainer(text)).toBe(true);
  expect(wrong(texts.map((text) => text.slice(0, -1)))).toEqual([]);
});
