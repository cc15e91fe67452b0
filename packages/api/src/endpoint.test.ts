import { parse } from 'node:querystring';
import { queryReader } from './endpoint';
import { unsetFlag } from './kinds/refused';
import { integer, text } from './kinds/scalars';

const read = queryReader({
  query: { query: { about: '', kind: text() }, limit: { about: '', kind: integer(10, 5) } },
  refused: { flag: unsetFlag() },
});

it('reads the values of each request from its own query', () => {
  const [first, second] = [read(parse('query=a&limit=1')), read(parse('query=b'))];
  expect([first.query, first.limit, second.query, second.limit]).toEqual(['a', 1, 'b', 5]);
});

it('refuses a wrong value when it is used, and an unsupported parameter at once', () => {
  const wrong = read(parse('limit=11&query=a'));
  expect(wrong.query).toBe('a');
  expect(() => wrong.limit).toThrow('limit: expected an integer from 1 to 10, got "11"');
  expect(() => read(parse('flag=true'))).toThrow('flag: expected false, because it is not built');
});
