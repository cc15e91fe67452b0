import fc from 'fast-check';
import { DEFAULT_LIMITS } from './limits';
import { parseJsonBody } from './json-body';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text), DEFAULT_LIMITS);

/** Any string of UTF-16 code units, lone surrogates included. */
const codeUnits = fc
  .array(fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.constantFrom(0, 0x5c, 0x22, 0x75, 0x30, 0x61)), {
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units));
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

describe('parseJsonBody', () => {
  it('parses what JSON.parse parses', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), (json) => {
        expect(parse(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('replaces U+0000 and lone surrogates by U+FFFD in keys and values, and nothing else', () => {
    fc.assert(
      fc.property(codeUnits, (text) => {
        for (const json of [
          JSON.stringify(text),
          escaped(text),
          escaped(text).toUpperCase().replaceAll('\\U', '\\u'),
        ]) {
          expect(parse(json)).toBe(storable(text));
          expect(parse(`{${json}:1}`)).toEqual({ [storable(text)]: 1 });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves the text of an escape that was escaped itself', () => {
    expect(parse('"\\\\u0000 \\\\\\u0000 \\\\ud800"')).toBe('\\u0000 \\\uFFFD \\ud800');
  });

  it('ignores a byte order mark and replaces invalid UTF-8', () => {
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
    expect(parseJsonBody(Buffer.from([0x22, 0xff, 0x22]), DEFAULT_LIMITS)).toBe('\uFFFD');
  });

  it('keeps a key called __proto__ as a member', () => {
    expect(Object.entries(parse('{"__proto__":{"a":1}}') as object)).toEqual([['__proto__', { a: 1 }]]);
  });

  it.each(['', ' ', '{', '{"a":1}x', '[1,]', "{'a':1}", '"\u0000"', '\\u0000'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ name: 'DecodeError', kind: 'invalid' }));
  });

  it('does not quote the body in its message', () => {
    expect(() => parse('{"secret":hunter2}')).toThrow(/^the body must be JSON[^h]*$/);
  });

  it('refuses a body that is little else than brackets before parsing it, strings not counted', () => {
    const limits = { attributes: 600_000, items: 10 };
    const list = (count: number, text = '') => Buffer.from(`[${JSON.stringify(text)}${',{}'.repeat(count)}]`);
    expect(parseJsonBody(list(1_550_000, '[{\\"[{'.repeat(50)), limits)).toHaveLength(1_550_001);
    expect(() => parseJsonBody(list(2_000_000), limits)).toThrow(
      expect.objectContaining({ kind: 'too-large', message: expect.stringContaining('objects and arrays') as unknown }),
    );
  });

  it('takes any small body, however few attributes are allowed', () => {
    const limits = { attributes: 5, items: 1 };
    expect(parseJsonBody(Buffer.from(`[${'[],'.repeat(900_000)}0]`), limits)).toHaveLength(900_001);
  });
});
