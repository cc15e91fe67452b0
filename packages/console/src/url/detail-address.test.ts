import { DETAIL_TABS, TAB } from './detail-address';
import { writeQuery } from './query';

test.each([undefined, ...DETAIL_TABS.slice(1)])('the tab %s comes back from its address', (tab) => {
  expect(TAB.read(new URLSearchParams(writeQuery(TAB.write(tab))), '')).toBe(tab);
});

test('the first tab is not in the address, and a word that is no tab means the first', () => {
  expect(writeQuery(TAB.write('conversation'))).toBe('');
  expect(TAB.read(new URLSearchParams('tab=sideways'), '')).toBeUndefined();
});
