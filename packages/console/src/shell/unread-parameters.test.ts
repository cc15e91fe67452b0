import { defineAddresses, readAddress } from '../url/address';
import { PAGES } from './pages';
import { unreadParameters } from './unread-parameters';

defineAddresses(PAGES);

const unread = (path: string, search: string) => unreadParameters(search, readAddress(path, search));

test.each([
  ['traces', '?level=FOO&latencyFrom=abc', ['level=FOO', 'latencyFrom=abc']],
  ['traces', '?latency.gte=abc&latency.gte=5&userId.resembles=ada', ['latency.gte=abc', 'userId.resembles=ada']],
  ['traces', '?sort=color.asc&limit=7&page=-1&live=yes&in=colors&range=ever', undefined],
  ['sessions', '?userId=ada&environment=test&tags=x&range=ever', ['tags=x', 'range=ever']],
  ['sessions/s1', '?page=x&userId=ada', ['page=x', 'userId=ada']],
  ['usage', '?measure=joy&by=name&level=FOO&range=forever', ['measure=joy', 'by=name', 'level=FOO', 'range=forever']],
  ['usage', '?range=2026-11-01/soon', ['range=2026-11-01/soon']],
  [
    'metrics',
    '?agg=median&step=2m&view=pie&label=a&range=1y',
    ['agg=median', 'step=2m', 'view=pie', 'label=a', 'range=1y'],
  ],
  ['different', '?slowFrom=x&failed=yes', ['slowFrom=x', 'failed=yes']],
  ['compare', '?left=a&show=all', ['show=all']],
  ['start', '?with=cobol', ['with=cobol']],
  ['traces/t', '?tab=video&zoom=2..1&color=red', ['tab=video', 'zoom=2..1', 'color=red']],
])('of %s%s are not understood: %j', (path, search, expected) => {
  expect(unread(path, search)).toEqual(expected ?? search.slice(1).split('&').slice(0, 5));
});

test.each([
  ['traces', ''],
  ['traces', '?userId=a%26b&model.present=&range=7d&q=x&in=name&sort=name.asc&page=2&limit=25&live=1'],
  ['traces', '?range=24h&sort=timestamp.desc&limit=50&page=1'],
  ['sessions', '?range=7d&userId=ada&environment=test&after=2026-11-20T10:00:00Z,0af7'],
  ['sessions/s1', '?page=1'],
  ['usage', '?range=30d&measure=cost&userId=ada&model=gpt-4o&by=growth'],
  ['usage', '?range=2026-11-01/2026-11-20&measure=tokens'],
  ['metrics', '?name=load&range=1h&agg=avg&step=auto&by=host&label.host=a&hide=b&view=chart'],
  ['metrics', '?range=2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z'],
  ['different', '?slowFrom=1.5&failed=1&range=24h'],
  ['compare', '?left=a&right=b&show=cost'],
  ['start', '?with=curl'],
  ['traces/t', '?tab=raw&obs=o&zoom=1..2&list=range%3D7d&find=x'],
  ['nowhere', '?color=red'],
])('of %s%s all is understood', (path, search) => {
  expect(unread(path, search)).toEqual([]);
});

test('no address makes it long', () => {
  const many = Array.from({ length: 1000 }, (_, n) => `x${n}=${'y'.repeat(1000)}`).join('&');
  expect(unread('usage', many).map(({ length }) => length)).toEqual([60, 60, 60, 60, 60]);
});
