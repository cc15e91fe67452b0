import { parse } from 'node:querystring';
import { ApiError } from '@sluice/http';
import { growthOf } from '@sluice/testbed/machine';
import { ANSWER_LIMITS, TIME_END } from '@sluice/record';
import fc from 'fast-check';
import { type Kind, scalar, valuesOf } from './kind';
import { texts } from './lists';
import { choice, integer } from './scalars';
import { time } from './times';

const reading =
  <Value>(name: string, kind: Kind<Value>) =>
  (text: string): Value =>
    kind.read(parse(`${name}=${text}`), name);

/** The message of the 400 that reading gives. */
function refusal(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.message;
    throw error;
  }
  return undefined;
}

const T = Date.UTC(2026, 10, 20, 22) * 1000;

describe('a scalar', () => {
  it('is absent when it is empty', () => {
    expect(scalar(parse('name='), 'name')).toBeUndefined();
    expect(scalar(parse(''), 'name')).toBeUndefined();
    expect(scalar(parse('name=&name=a'), 'name')).toBe('a');
  });

  it('may be repeated with the same value, never with different ones', () => {
    expect(scalar(parse('name=a&name=a'), 'name')).toBe('a');
    expect(refusal(() => scalar(parse('name=a&name=b'), 'name'))).toBe('name: expected one value, got "a" and "b"');
  });

  it('is compared as it is stored: U+0000 and lone surrogates have become U+FFFD', () => {
    expect(scalar(parse('name=a%00b'), 'name')).toBe('a\uFFFDb');
    expect(valuesOf({ name: 'a\uD800b\u{1F600}' }, 'name')).toEqual(['a\uFFFDb\u{1F600}']);
  });

  it('is not found under a name that every object has', () => {
    expect(scalar(parse(''), 'constructor')).toBeUndefined();
    expect(scalar(parse('__proto__=a'), '__proto__')).toBe('a');
  });
});

describe('an integer', () => {
  const limit = reading('limit', integer(200, 50));

  it('has a default and bounds, both included', () => {
    expect([limit(''), limit('1'), limit('200')]).toEqual([50, 1, 200]);
  });

  it.each(['0', '201', '-1', '1.5', 'abc', '1e2', '0x10', ' 1', '99999999999999999999'])(
    'is refused and never clamped: %j',
    (text) => {
      expect(refusal(() => limit(text))).toMatch(/^limit: expected an integer from 1 to 200, got "/);
    },
  );
});

it('names the largest page, which a sum of pages and items can count', () => {
  const page = reading('page', integer(ANSWER_LIMITS.page, 1));
  expect(page('999999999999999')).toBe(999_999_999_999_999);
  for (const text of ['1000000000000000', '9007199254740991', '0']) {
    expect(refusal(() => page(text))).toBe(`page: expected an integer from 1 to 999999999999999, got "${text}"`);
  }
});

describe('a choice', () => {
  it('names the accepted values', () => {
    const step = reading('step', choice(['1m', '5m'], '1m'));
    expect([step(''), step('5m')]).toEqual(['1m', '5m']);
    expect(refusal(() => step('5M'))).toBe('step: expected one of 1m, 5m, got "5M"');
  });
});

describe('a time', () => {
  const at = reading('t', time());

  it.each([
    ['2026-11-20T22:00:00Z', T, 1000],
    ['2026-11-20T22:00:00', T, 1000],
    ['2026-11-20T22:00:00.000123Z', T + 123, 1],
    ['2026-11-20T23:00:00%2B01:00', T, 1000],
    ['2026-11-20', T - 22 * 3_600_000_000, 1000],
  ])('%s is ISO 8601, without a zone UTC, a bare date its midnight', (text, micros, precision) => {
    expect(at(text)).toEqual({ micros, precision });
  });

  it.each([
    '2026-11-20T23:00:00+01:00',
    '2026-11-20T23:00:00+0100',
    '2026-11-20T23:00+01',
    '2026-11-20+23:00:00+01:00',
  ])('reads a space where + was not encoded as +: %s', (text) => expect(at(text)?.micros).toBe(T));

  it.each(['1T11:', '1T11: 11', ' 11', '1 11:', ' '])('of many "%s" is refused in linear time', (part) => {
    const work = (length: number) => refusal(() => time().read({ t: part.repeat(length / part.length) }, 't'));
    expect(growthOf(work)).toBeLessThan(1.5);
  });

  it('keeps the space between date and time', () => {
    expect(at('2026-11-20%2022:00')?.micros).toBe(T);
    expect(at('2026-11-20%2022:00:00')?.micros).toBe(T);
  });

  it.each(['yesterday', '2026-02-30', '1795212000', '2026-11-20T25:00:00Z'])('refuses %s', (text) => {
    expect(refusal(() => at(text))).toMatch(/^t: expected an ISO 8601 time, got "/);
  });

  it.each([
    ['0001-01-01T00:00:00Z', 0],
    ['1969-12-31T23:59:59.999999Z', 0],
    ['1970-01-01T00:30:00%2B01:00', 0],
    ['2200-01-01', TIME_END],
    ['9999-12-31T23:59:59.999999Z', TIME_END],
  ])('before 1970 and after 2199 is the bound, so that nothing at it is meant: %s', (text, micros) => {
    expect(at(text)).toEqual({ micros, precision: 0 });
  });
});

describe('a list', () => {
  const tags = (query: string) => texts().read(parse(query), 'tags');

  it('is repeated, has [] after its name, or is one value with commas', () => {
    expect(tags('tags=a&tags=b')).toEqual(['a', 'b']);
    expect(tags('tags[]=a&tags[]=b')).toEqual(['a', 'b']);
    expect(tags('tags%5B%5D=a')).toEqual(['a']);
    expect(tags('tags=a,b')).toEqual(['a', 'b']);
  });

  it('does not split repeated values again', () => {
    expect(tags('tags=a,b&tags=c')).toEqual(['a,b', 'c']);
  });

  it('leaves out what is empty or repeated', () => {
    expect(tags('tags=')).toEqual([]);
    expect(tags('tags=a,,b,')).toEqual(['a', 'b']);
    expect(tags('tags=a&tags=a')).toEqual(['a']);
  });
});

it('never repeats more than a little of a wrong value in its message', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 100, maxLength: 5000, unit: fc.constantFrom('x', '"', 'é') }), (text) => {
      expect(refusal(() => choice(['1m'], '1m').read({ step: text }, 'step'))?.length).toBeLessThan(250);
    }),
  );
});
