import { parse } from 'node:querystring';
import { ApiError } from '@sluice/http';
import fc from 'fast-check';
import { ignoredParameters, listedNames } from './unknown-parameters';

const KNOWN = ['page', 'limit', 'userId', 'sessionId', 'tags', 'tags[]', 'group_by', 'fromTimestamp', 'to', 'filter'];

const ignored = (query: string) => ignoredParameters(parse(query, '&', '=', { maxKeys: 0 }), KNOWN);

/** The message of the 400 that a query gives. */
function refusal(query: string): string | undefined {
  try {
    ignored(query);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.message;
    throw error;
  }
  return undefined;
}

describe('a parameter that is not known', () => {
  it.each([
    ['userid', 'userId'],
    ['USERID', 'userId'],
    ['user_id', 'userId'],
    ['User_ID_', 'userId'],
    ['groupBy', 'group_by'],
    ['from_timestamp', 'fromTimestamp'],
    ['To', 'to'],
    ['t_o', 'to'],
    ['TAGS[]', 'tags'],
    ['userId[]', 'userId'],
    // One letter more, less or another, or two that changed places.
    ['userIds', 'userId'],
    ['userI', 'userId'],
    ['useId', 'userId'],
    ['uzerId', 'userId'],
    ['limti', 'limit'],
    ['xlimit', 'limit'],
    ['imit', 'limit'],
    ['sesionID', 'sessionId'],
    ['groupsby', 'group_by'],
    ['filters', 'filter'],
    // What people write.
    ['user', 'userId'],
    ['User', 'userId'],
    ['session', 'sessionId'],
    ['tag', 'tags'],
    ['tag[]', 'tags'],
  ])('is refused where it is nearly one: %s', (name, meant) => {
    expect(refusal(`${name}=x`)).toBe(`${JSON.stringify(name)}: there is no such parameter, did you mean ${meant}?`);
  });

  it.each([
    'offset',
    'useEventsTable',
    'usersIds',
    'usr',
    'pages',
    'ag',
    'tos',
    'tagss',
    'lim',
    'limit1s',
    'sessions',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'userId[0]',
  ])('is ignored where it is none: %s', (name) => expect(ignored(`${name}=x&limit=5`)).toEqual([name]));

  it('is exempt where the Langfuse API has it', () => {
    for (const name of ['traceId', 'level', 'fromStartTime', 'name', 'version'])
      expect(ignored(`${name}=x`)).toEqual([name]);
    // Nearly `filter` and `tags`, were they not documented.
    expect(ignoredParameters({ fields: 'io' }, ['field_'])).toEqual(['fields']);
  });

  it('is known in each of its spellings, and nothing where it has no name', () => {
    expect(ignored('tags=a&tags[]=b&page=1&filter=&to=&=x&&&')).toEqual([]);
  });

  it('is refused also without a value: its sender meant something', () => expect(refusal('user=')).toContain('userId'));

  it('is told with others, a few at a time and not longer than needed', () => {
    expect(refusal('user=1&x=2&tag=3')).toBe(
      '"user": there is no such parameter, did you mean userId?; "tag": there is no such parameter, did you mean tags?',
    );
    const all = Array.from({ length: 1000 }, (_, n) => `user${'_'.repeat(n)}id=1`).join('&');
    expect(refusal(all)?.length).toBeLessThan(1000);
  });

  it('stays one query part of a URL in how it is told apart: any name is known, ignored or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...KNOWN, 'user'))), (names) => {
        const query = Object.fromEntries(names.map((name) => [name, 'x']));
        try {
          const found = ignoredParameters(query, KNOWN);
          expect(found).toEqual(Object.keys(query).filter((name) => name !== '' && !KNOWN.includes(name)));
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });
});

describe('the names in a header', () => {
  it('are escaped and separated by commas', () => {
    expect(listedNames(['offset', 'a,b', 'ü\r\nSet-Cookie: x', '\0', '😀'])).toBe(
      'offset, a%2Cb, %C3%BC%0D%0ASet-Cookie%3A%20x, %00, %F0%9F%98%80',
    );
  });

  it('end with how many more there are, within a KiB', () => {
    const value = listedNames(Array.from({ length: 5000 }, (_, n) => `n${n}`));
    expect(value.length).toBeLessThanOrEqual(1024);
    expect(value).toMatch(/^n0, n1, .*, n\d+, \+\d+$/);
    const last = Number(/n(\d+), \+\d+$/.exec(value)?.[1]);
    expect(value.endsWith(`, +${4999 - last}`)).toBe(true);
  });

  it('are cut where they are long', () => {
    expect(listedNames(['x'.repeat(101), 'y'])).toBe(`${'x'.repeat(100)}..., y`);
    expect(listedNames(['x'.repeat(100)])).toBe('x'.repeat(100));
  });

  it('are a header whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 }), (names) => {
        const value = listedNames(names);
        expect(value).toMatch(/^[\x21-\x7e ]+$/);
        expect(value.length).toBeLessThanOrEqual(1024);
      }),
    );
    expect(listedNames(['\ud800'.repeat(300), `${'x'.repeat(99)}😀`])).toMatch(/^[\x21-\x7e ]+$/);
  });
});
