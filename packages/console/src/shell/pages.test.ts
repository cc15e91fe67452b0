import type { Address } from '../url/address';
import { DEFAULT_LIST } from '../url/list-address';
import { PAGES, PAGE_LINKS } from './pages';

const list = { ...DEFAULT_LIST, range: '7d', filters: [{ name: 'userId', value: 'ada' }] } as const;
const trace = { page: 'trace', id: 'a' } as const;

const targetFrom = (title: string, from: Address) => PAGE_LINKS.find((link) => link.title === title)?.targetFrom(from);
const currentOf = (address: Address) => PAGE_LINKS.flatMap((link) => (link.isCurrent(address) ? [link.title] : []));

test('the differences of the listed traces are read', () => {
  expect(targetFrom('What is different?', list)).toMatchObject({
    page: 'different',
    range: '7d',
    filters: list.filters,
  });
  expect(targetFrom('What is different?', trace)).toMatchObject({ page: 'different', range: '24h', filters: [] });
});

test('a range of time is kept from page to page, where the page has one', () => {
  for (const title of ['Traces', 'Steps', 'Failures', 'Sessions', 'Usage', 'Metrics', 'What is different?']) {
    expect(targetFrom(title, list)).toMatchObject({ range: '7d' });
    expect(targetFrom(title, { ...trace, list: 'range=last-week' })).toMatchObject({ range: 'last-week' });
    expect(targetFrom(title, { page: 'start', way: 'curl' })).toMatchObject({ range: '24h' });
  }
  expect(targetFrom('Send traces', list)).toEqual({ page: 'start', way: 'curl' });
});

test('the shown trace is compared', () => {
  expect(targetFrom('Compare two traces', trace)).toEqual({ page: 'compare', left: 'a' });
  expect(targetFrom('Compare two traces', list)).toEqual({ page: 'compare' });
});

test.each<[readonly string[], Address]>([
  [['Traces'], list],
  [['Traces'], trace],
  [['Traces', 'Compare two traces'], { page: 'compare' }],
  [['Sessions'], { page: 'session', id: 's', page_: 1 }],
  [[], { page: 'unknown', path: 'nowhere' }],
])('the current links are %j', (titles, address) => {
  expect(currentOf(address)).toEqual(titles);
});

test('each page reads an address of its own name', () => {
  const names = Object.values(PAGES).map(({ read }) => read(new URLSearchParams(), 'id').page);
  expect(names).toEqual(Object.keys(PAGES));
});
