import fc from 'fast-check';
import { parseJson } from './parse-json';

/** A value as it is written: an object has its members in their order, a name perhaps twice. */
type Written =
  | { readonly scalar: string | number | boolean | null }
  | { readonly elements: readonly Written[] }
  | { readonly members: readonly (readonly [name: string, value: Written])[] };

/** Names that the engine took for each other, and those that are something else to objects. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('\\', '"', '\n', 'h', '\\"', '\\n', '"\\', 'a\\', 'a"', 'a') },
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '0', '1', '1023', '00', '-1', '4294967294', '4294967295'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\\":', '":1', '{"\\', null, true, false, -0, 1e300),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar.map((each) => ({ scalar: each })),
    fc.array(tie('written'), { maxLength: 4 }).map((elements) => ({ elements })),
    fc.array(fc.tuple(name, tie('written')), { maxLength: 6 }).map((members) => ({ members })),
  ),
}));

/** How a text is written: names with all their characters as escapes or only those that must be, and white space. */
interface Style {
  readonly escapesAll: boolean;
  readonly white: string;
}
const style = fc.record({ escapesAll: fc.boolean(), white: fc.constantFrom('', ' ', '\n\t', '\r ') });

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, n) => `\\u${text.charCodeAt(n).toString(16).padStart(4, '0')}`).join('')}"`;

function textOf(value: Written, how: Style): string {
  const { escapesAll, white } = how;
  if ('elements' in value)
    return `[${white}${value.elements.map((each) => textOf(each, how)).join(`${white},${white}`)}]`;
  if ('members' in value) {
    const nameText = escapesAll ? escaped : (text: string): string => JSON.stringify(text);
    const members = value.members.map(([key, each]) => `${nameText(key)}${white}:${white}${textOf(each, how)}`);
    return `{${white}${members.join(`${white},${white}`)}${white}}`;
  }
  return Object.is(value.scalar, -0) ? '-0' : JSON.stringify(value.scalar);
}

const isIndex = (text: string): boolean => String(Number(text) >>> 0) === text && text !== '4294967295';

/** Returns the expected value in the form of `seen`: the last value of a name at the position of the first; indices precede names. */
function meant(value: Written): unknown {
  if ('scalar' in value) return value.scalar;
  if ('elements' in value) return { elements: value.elements.map(meant) };
  const members = new Map(value.members.map(([key, each]) => [key, meant(each)]));
  const indices = [...members.keys()].filter(isIndex).sort((a, b) => Number(a) - Number(b));
  const names = [...indices, ...[...members.keys()].filter((key) => !isIndex(key))];
  return { members: names.map((key) => [key, members.get(key)]) };
}

/** A value that was read, its names in their order. */
function seen(value: unknown): unknown {
  if (Array.isArray(value)) return { elements: value.map(seen) };
  if (typeof value !== 'object' || value === null) return value;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  return { members: Object.entries(value).map(([key, each]) => [key, seen(each)]) };
}

/** Parses the text of a sender from which the engine learns what the next names could be. */
const poison = (): unknown => JSON.parse('{"h":[],"\\\\":0}');

test.each([
  ['"', '{"h":1,"\\"":2}'],
  ['\n', '{"h":1,"\\n":2}'],
  ['\u0001', '{"h":1,"\\u0001":2}'],
  ['/', '{"h":1,"\\/":2}'],
])('the name %j is read as it was sent after an object with a backslash for a name', (expected, text) => {
  poison();
  expect(seen(parseJson(text))).toEqual({
    members: [
      ['h', 1],
      [expected, 2],
    ],
  });
});

test('any value is read as it was written, whatever was read before', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(written, style), { minLength: 1, maxLength: 4 }), (texts) => {
      poison();
      for (const [value, how] of texts) expect(seen(parseJson(textOf(value, how)))).toEqual(meant(value));
    }),
    { numRuns: 500 },
  );
});

test('depth is not limited', () => {
  const depth = 200_000;
  let value = parseJson(`${'{"\\n":['.repeat(depth)}${']}'.repeat(depth)}`);
  let levels = 0;
  for (; value !== undefined; levels += 1) value = (value as { readonly '\n': readonly unknown[] })['\n'][0];
  expect(levels).toBe(depth);
});

test('what is not JSON has the error of JSON.parse, whatever escapes it has', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '\\"',
    ':',
    '{',
    '}',
    '[',
    ']',
    ',',
    '1',
    'a',
    ' ',
    '"a"',
    '{"\\n":',
    'null',
  );
  const outcome = (parse: () => unknown): unknown => {
    try {
      return seen(parse());
    } catch (error) {
      return error;
    }
  };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      const expected = outcome(() => JSON.parse(text));
      if (expected instanceof SyntaxError) expect(() => parseJson(text)).toThrow(expected);
    }),
    { numRuns: 2000 },
  );
});
