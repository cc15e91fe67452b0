import fc from 'fast-check';
import { GramFilter } from './gram-filter';
import { gramsOf } from './gram-hash';
import { endsOf } from './piece-ends';

/** Returns the eighths that have all grams of a text, as bits. */
const eighthsWith = (filter: GramFilter, text: string): number =>
  gramsOf(text).reduce((bits, byte) => bits & (filter.bytes[byte] as number), 0xff);
const hasAll = (filter: GramFilter, text: string): boolean => (eighthsWith(filter, text) & 1) === 1;

/** JSON text of a string as different senders write it: some characters by escapes. */
const jsonOf = (text: string, isEscaped: (n: number) => boolean): string => {
  const inner = text.replace(/[^]/g, (unit, n: number) =>
    (isEscaped(n) && !/[\ud800-\udfff]/.test(unit)) || unit < ' '
      ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      : unit.replace(/["\\]/, '\\$&'),
  );
  return `"${inner}"`;
};

const filterOfJson = (json: string): GramFilter => {
  const filter = new GramFilter();
  const bytes = Buffer.from(json);
  filter.addJson(bytes, 0, bytes.length);
  return filter;
};

const letters = fc.constantFrom(
  ...['a', 'B', 'z', 'Q', 'n', 'u', 'e', 'é', 'É', 'ß', 'ẞ', 'Σ', 'ς', 'Ж', 'ж', '你', '好'],
  ...['\u{1F600}', '\u{10400}', '\u{10428}', '\u{20000}', '\uFFFD', 'İ', 'ı', '\u212a', 'ſ'],
);
const others = fc.constantFrom('0', ' ', '{', '[', '@', '`', '"', '\\', '/', '\n', '\t', '\u0001', '\u007f');
const characters = fc.oneof({ weight: 9, arbitrary: letters }, { weight: 1, arbitrary: others });
const textsOf = (maxLength: number) => fc.array(characters, { minLength: 1, maxLength }).map((all) => all.join(''));
const OTHER_CASES = new Map(Object.entries({ a: 'A', B: 'b', é: 'É', É: 'é', ж: 'Ж', Ж: 'ж', ς: 'Σ', Σ: 'ς' }));
const otherCase = (text: string): string => Array.from(text, (c) => OTHER_CASES.get(c) ?? c).join('');

test('a filter has all bits of each part of its texts, in any case and however they are escaped', () => {
  fc.assert(
    fc.property(textsOf(40), fc.nat(), fc.nat(), fc.nat(0xff), (text, from, length, mask) => {
      const all = Array.from(text);
      const start = from % all.length;
      const part = all.slice(start, start + 5 + (length % all.length)).join('');
      const json = filterOfJson(jsonOf(text, (n) => (mask & (1 << (n % 8))) > 0));
      expect(json.takeUncertain()).toBe(false);
      expect([part, hasAll(json, part), hasAll(json, otherCase(part))]).toEqual([part, true, true]);
      const plain = new GramFilter();
      plain.addText(Buffer.from(text), 0, Buffer.byteLength(text));
      expect([part, hasAll(plain, part)]).toEqual([part, true]);
    }),
    { numRuns: 1000 },
  );
});

test('it has bits of nothing else, but for equal hashes', () => {
  const filter = filterOfJson('"The elephants \\u0061re here: привет, Accessibility"');
  for (const text of ['elephant', 'ELEPHANTS', 'phant', 'ПРИВЕТ', 'accessi', 'bility']) {
    expect([text, hasAll(filter, text)]).toEqual([text, true]);
  }
  for (const text of ['tiger', 'elephantom', 'покажи', 'приветы', 'accessible', 'helephant']) {
    expect([text, gramsOf(text).length > 0, hasAll(filter, text)]).toEqual([text, true, false]);
  }
});

test('words are remembered whatever their length is', () => {
  const words = Array.from({ length: 16 }, (_, n) => 'abcdefghijklmnop'.slice(0, n + 1));
  const filter = filterOfJson(JSON.stringify([...words, ...words].reverse()));
  for (const word of words) expect([word, hasAll(filter, word)]).toEqual([word, true]);
});

test('a word is in the eighths to which it was added, a remembered one too', () => {
  const filter = new GramFilter();
  const add = (eighth: number, text: string): void => {
    filter.eighth = eighth;
    filter.addText(Buffer.from(text), 0, Buffer.byteLength(text));
  };
  add(0, 'elephant привет');
  add(7, 'elephant giraffe');
  add(7, 'elephant');
  add(2, 'giraffe привет');
  expect(['elephant', 'giraffe', 'привет', 'tiger'].map((text) => eighthsWith(filter, text))).toEqual([129, 132, 5, 0]);
  filter.clear();
  add(7, 'elephant');
  expect(eighthsWith(filter, 'elephant')).toBe(128);
});

test('of a long text some grams are looked for', () => expect(gramsOf('abcdefghijklm'.repeat(15))).toHaveLength(32));

test.each(['four', 'a b c d e', '12345', '', '"\\/', '你好吗'])('%s has no grams', (text) => {
  expect(gramsOf(text)).toEqual([]);
});

test('a word across pieces is that of their ends', () => {
  fc.assert(
    fc.property(textsOf(30), textsOf(30), fc.nat(0xff), (one, other, mask) => {
      const filter = new GramFilter();
      const [a, b] = [one, other].map((text) =>
        Buffer.from(jsonOf(text, (n) => (mask & (1 << (n % 8))) > 0).slice(1, -1)),
      ) as [Buffer, Buffer];
      for (const bytes of [a, b]) filter.addJson(bytes, 0, bytes.length);
      filter.addWord([...endsOf(a, 0, a.length).last, ...endsOf(b, 0, b.length).first]);
      expect(hasAll(filter, one + other)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each(['"\\u0000"', '"\\ud83d"', '"\\ude00"', '"\\ud83dx"', '"\\x"', '"\\u12g4"', '"\\u12'])(
  '%s is uncertain',
  (json) => {
    const filter = filterOfJson(json);
    expect([filter.takeUncertain(), filter.takeUncertain()]).toEqual([true, false]);
  },
);
