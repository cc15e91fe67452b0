import { neighbourOf } from './find-neighbour';

const PAGES = [['a', 'b'], ['c', 'd'], ['e']];
const readPage = (page: number) => Promise.resolve({ ids: PAGES[page - 1] ?? [], totalPages: PAGES.length });

test.each<[string, number, 1 | -1, object | undefined]>([
  ['a', 1, 1, { id: 'b', page_: 1 }],
  ['b', 1, 1, { id: 'c', page_: 2 }],
  ['c', 2, -1, { id: 'b', page_: 1 }],
  ['d', 2, -1, { id: 'c', page_: 2 }],
  // New traces have moved it to another page.
  ['d', 1, 1, { id: 'e', page_: 3 }],
  ['a', 1, -1, undefined],
  ['e', 3, 1, undefined],
  ['gone', 1, 1, undefined],
])('from %s on page %i by %i', async (id, page, step, expected) => {
  expect(await neighbourOf(id, page, step, readPage)).toEqual(expected);
});
