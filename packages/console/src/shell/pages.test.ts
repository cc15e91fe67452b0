import { DEFAULT_LIST } from '../url/list-address';
import { OTHER_PAGES, targetOf } from './pages';

const [different, compare] = ['different', 'compare'].map((page) => OTHER_PAGES.find(({ to }) => to.page === page));
if (different === undefined || compare === undefined) throw new Error('the pages are gone');
const list = { page: 'traces', ...DEFAULT_LIST, range: '7d', filters: [{ name: 'userId', value: 'ada' }] } as const;

test('what is different is asked of the traces that are listed', () => {
  expect(targetOf(different, list)).toMatchObject({ page: 'different', range: '7d', filters: list.filters });
  expect(targetOf(different, { page: 'trace', id: 'a' })).toEqual(different.to);
});

test('the trace that is shown is compared', () => {
  expect(targetOf(compare, { page: 'trace', id: 'a' })).toMatchObject({ page: 'compare', left: 'a' });
  expect(targetOf(compare, list)).toEqual(compare.to);
});
