import { parseJson } from '@sluice/record';
import fc from 'fast-check';
import { DEFAULT_LIMITS } from './limits';
import { rawBody, elementsOf, isObject, openElement } from './json-body';

const parseBytes = (body: Buffer): unknown => rawBody(body, DEFAULT_LIMITS).open('the body').value;
const parse = (text: string): unknown => parseBytes(Buffer.from(text));

/** Any string of UTF-16 code units, lone surrogates included. */
const codeUnits = fc
  .array(fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.constantFrom(0, 0x5c, 0x22, 0x75, 0x30, 0x61)), {
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units));
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

describe('raw JSON that is opened', () => {
  it('parses what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), (json) => {
        expect(JSON.stringify(parse(json))).toBe(json);
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

  it('ignores a byte order mark', () => {
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    [Buffer.from([0x22, 0xff, 0x22]), 1],
    [Buffer.from('\uFEFF"é\xe9"', 'latin1'), 0],
    [Buffer.concat([Buffer.from('\uFEFF["é'), Buffer.from([0xe9, 0x22])]), 7],
  ])('refuses what is not UTF-8, naming the byte', (body, at) => {
    expect(() => parseBytes(body)).toThrow(
      expect.objectContaining({ kind: 'invalid', message: `the body must be UTF-8: byte ${at} is not` }),
    );
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

  it('is refused before it is parsed where it is too large, or little else than brackets, strings not counted', () => {
    const limits = { ...DEFAULT_LIMITS, itemBytes: 10_000_000 };
    const open = (text: string) => rawBody(Buffer.from(text), limits).open('it').value;
    const list = (count: number, text = '') => `[${JSON.stringify(text)}${',{}'.repeat(count)}]`;
    expect(open(list(499_000, '[{\\"[{,:'.repeat(100_000)))).toHaveLength(499_001);
    expect(() => open(list(2_000_000))).toThrow(
      expect.objectContaining({ kind: 'too-large', message: 'it must not hold more than 1000000 values' }),
    );
    expect(() => open(`"${' '.repeat(10_000_000)}"`)).toThrow('it must not exceed 10000000 bytes');
  });
});

describe('a long list', () => {
  const limits = { ...DEFAULT_LIMITS, wholeBytes: 0 };
  /** The body with its lists `a` and `b` opened element by element. */
  const reopened = (text: string, wholeBytes: number): unknown => {
    const opened = rawBody(Buffer.from(text), { ...limits, wholeBytes }).open('the body', 'a', 'b');
    if (!isObject(opened.value)) return opened.value;
    const result: Record<string, unknown> = { ...opened.value };
    for (const name of ['a', 'b']) {
      if (!Array.isArray(result[name])) continue;
      result[name] = Array.from(elementsOf(opened, name, [name]), (element) => openElement(element, 'element').value);
    }
    return result;
  };
  const orKind = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      return (error as { kind: string }).kind;
    }
  };

  it.each([
    '{"a":[1,{"a":[2]},"]"],"b":[],"c":[1,2]}',
    ' { "a" : [ 1 , [ ] ] , "b" : "x" } ',
    '{"a":[1],"a":5}',
    '{"a":5,"a":[1]}',
    '{"a":[1],"a":[2,3]}',
    '{"\\u0061":[1],"b":[2]}',
    '{"a":[1],"\\u0061":[2]}',
    '{"a":[1],"\\u0061":[]}',
    '{"\\u0061":[1],"a":[2]}',
    '{"a":[1],"\\u0061":null}',
    '{"a":[1],"\\u006":[2]}',
    '{"a":[1,x],"a":[2]}',
    '{"a":[],"b":[1,x]}',
    '{"a":[1],"b":[x]}',
    '{"a":["\\"]","\\\\"],"b":["' + '\\\\'.repeat(40) + '"],"c":"' + 'x'.repeat(60) + '\\"]"}',
    '{"a":[[',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1 2]}',
    '{"a":[1}',
    '{"a":[1]]}',
    '{"a":[{]}]}',
    '{"a":[1]"b":[2]}',
    '{"a" [1]}',
    '{"a":["x]}',
    '{"a":[1]}x',
  ])('is read as parseJson reads it, or refused: %s', (text) => {
    const expected = orKind(() => {
      try {
        return parseJson(text);
      } catch {
        return 'invalid';
      }
    });
    expect(orKind(() => reopened(text, 0))).toEqual(expected);
  });

  it('is read as a short one, whatever it holds and however it is damaged', () => {
    const json = fc.record({ a: fc.array(fc.jsonValue()), b: fc.jsonValue(), c: fc.jsonValue() });
    const change = fc.record({ at: fc.nat(), byte: fc.constantFrom(...Buffer.from('[]{},:"\\0 x')) });
    fc.assert(
      fc.property(json, fc.array(change, { maxLength: 2 }), (value, changes) => {
        const body = Buffer.from(JSON.stringify(value));
        for (const { at, byte } of changes) body[at % body.length] = byte;
        const text = body.toString();
        expect(orKind(() => reopened(text, 0))).toEqual(orKind(() => reopened(text, Infinity)));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '{"é":1,"a":["é",1], "c":"é"x}',
    '{"a":[1,2,{"b":["é" x]}]}',
    '{"c":"é"x,"a":[1]}',
    '{"a":[1],"a":["é"],"c":1 x}',
  ])('names the byte that is wrong: %s', (text) => {
    const message = `the body must be JSON: unexpected token at position ${Buffer.from(text).indexOf('x')}`;
    expect(() => reopened(text, 0)).toThrow(message);
    expect(() => reopened(text, Infinity)).toThrow(message);
  });

  it.each([
    ['{"a":["é",x]}', 'NaN'],
    ['{"a":["é",{"b":x}],"c":1}', 'Infinity'],
    ['[x]', '-Infinity'],
    ['{"a":x', 'NaN'],
  ])('names a number that JSON does not have, and its place: %s with %s', (text, number) => {
    const place = Buffer.from(text).indexOf('x');
    const message = `the body must be JSON: ${number}, which is no number of JSON, at position ${place}`;
    for (const whole of [0, Infinity]) expect(() => reopened(text.replace('x', number), whole)).toThrow(message);
  });

  it('is read as a short one, whichever members stand twice or are spelled with escapes', () => {
    const key = fc.constantFrom('"a"', '"b"', '"c"', '"\\u0061"', '"\\u0062"', '"\\/"', '"\\u00"');
    const value = fc.constantFrom('[1]', '[]', '[{"a":[2]},3]', 'null', '5', '[x]', '{"a":[1]}', '[1,]');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 4 }), (members) => {
        const text = `{${members.map((member) => member.join(':')).join()}}`;
        expect(orKind(() => reopened(text, 0))).toEqual(orKind(() => reopened(text, Infinity)));
      }),
      { numRuns: 2000 },
    );
  });

  it('notes one element more than any list may have', () => {
    const few = { ...limits, attributes: 3, items: 2 };
    const opened = rawBody(Buffer.from('{"a":[1,2,3,4,5,6]}'), few).open('the body', 'a');
    expect(opened.lists.get('a')).toHaveLength(4);
  });
});
