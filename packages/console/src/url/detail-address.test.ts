import { DETAIL_TABS, type DetailAddress, readDetail, writeDetail } from './detail-address';

const reread = (address: DetailAddress): DetailAddress => {
  const parameters = new URLSearchParams();
  for (const [name, value] of writeDetail(address)) if (value !== undefined) parameters.append(name, value);
  return readDetail(parameters);
};

test.each([undefined, ...DETAIL_TABS.slice(1)])('the tab %s comes back from its address', (tab) => {
  expect(reread({ tab })).toEqual({ tab });
});

test('the first tab is not in the address, and a word that is no tab means the first', () => {
  expect(writeDetail({ tab: 'conversation' })).toEqual([['tab', undefined]]);
  expect(readDetail(new URLSearchParams('tab=sideways'))).toEqual({ tab: undefined });
});
