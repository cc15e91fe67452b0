import { readList } from '../url/list-place';
import { unreadFilters } from './unread-filters';

const unread = (search: string) => unreadFilters(search, readList(new URLSearchParams(search)).filters);

test.each([
  ['?level=FOO&latencyFrom=abc', ['level=FOO', 'latencyFrom=abc']],
  ['?latency.gte=abc&latency.gte=5&userId.resembles=ada', ['latency.gte=abc', 'userId.resembles=ada']],
  ['?userId=', ['userId=']],
  ['?userId=a%26b&userId=a%26b&model.present=&range=7d&q=x&in=name&sort=name.asc&page=2&limit=25&live=1', []],
  ['?range=24h&sort=timestamp.desc&limit=50', []],
  ['', []],
])('of %j are not understood: %j', (search, expected) => {
  expect(unread(search)).toEqual(expected);
});

test('no address makes it long', () => {
  const many = Array.from({ length: 1000 }, (_, n) => `x${n}=${'y'.repeat(1000)}`).join('&');
  expect(unread(many).map(({ length }) => length)).toEqual([60, 60, 60, 60, 60]);
});
