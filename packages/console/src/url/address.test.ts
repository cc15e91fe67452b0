import fc from 'fast-check';
import { PAGES } from '../shell/pages';
import { DETAIL_TABS } from './detail-address';
import { DEFAULT_LIST } from './list-address';
import { type Address, defineAddresses, readAddress, writeAddress } from './address';
import { WAYS } from './start-address';

defineAddresses(PAGES);

const reread = (address: Address): Address => {
  const [path = '', search = ''] = writeAddress(address).split('?');
  return readAddress(path, search);
};

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const places: fc.Arbitrary<Address> = fc.oneof(
  fc.record({
    page: fc.constant('trace' as const),
    id: text,
    observation: fc.option(text, { nil: undefined }),
    tab: fc.option(fc.constantFrom(...DETAIL_TABS.slice(1)), { nil: undefined }),
  }),
  fc.record({ page: fc.constant('start' as const), way: fc.constantFrom(...WAYS) }),
);

test('every place has an address that leads back to it', () => {
  fc.assert(fc.property(places, (address) => expect(reread(address)).toEqual(address)));
});

test.each<[string, Address]>([
  ['', DEFAULT_LIST],
  ['traces', DEFAULT_LIST],
  ['traces/0af7', { page: 'trace', id: '0af7', observation: undefined }],
  ['traces/0af7/more', { page: 'unknown', path: 'traces/0af7/more' }],
  ['traces/', { page: 'unknown', path: 'traces/' }],
  ['traces/%', { page: 'unknown', path: 'traces/%' }],
  ['nowhere', { page: 'unknown', path: 'nowhere' }],
])('%j is read as a place', (path, address) => {
  expect(readAddress(path, '')).toEqual(address);
});

test('the list as it is at first has a short address', () => {
  expect(writeAddress(DEFAULT_LIST)).toBe('traces');
});

test('what the address has wrong is as if it were not there', () => {
  expect(readAddress('traces', 'page=-3&color=red&userId=')).toEqual(DEFAULT_LIST);
});
