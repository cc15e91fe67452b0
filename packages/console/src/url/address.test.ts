import fc from 'fast-check';
import { DETAIL_TABS } from './detail-place';
import { DEFAULT_LIST } from './list-place';
import { type Place, readPlace, writePlace } from './address';
import { WAYS } from './start-place';

const reread = (place: Place): Place => {
  const [path = '', search = ''] = writePlace(place).split('?');
  return readPlace(path, search);
};

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.record({
    page: fc.constant('trace' as const),
    id: text,
    observation: fc.option(text, { nil: undefined }),
    tab: fc.option(fc.constantFrom(...DETAIL_TABS.slice(1)), { nil: undefined }),
  }),
  fc.record({ page: fc.constant('start' as const), way: fc.constantFrom(...WAYS) }),
);

test('every place has an address that leads back to it', () => {
  fc.assert(fc.property(places, (place) => expect(reread(place)).toEqual(place)));
});

test.each<[string, Place]>([
  ['', { page: 'traces', ...DEFAULT_LIST }],
  ['traces', { page: 'traces', ...DEFAULT_LIST }],
  ['traces/0af7', { page: 'trace', id: '0af7', observation: undefined }],
  ['traces/0af7/more', { page: 'unknown', path: 'traces/0af7/more' }],
  ['traces/%', { page: 'unknown', path: 'traces/%' }],
  ['nowhere', { page: 'unknown', path: 'nowhere' }],
])('%j is read as a place', (path, place) => {
  expect(readPlace(path, '')).toEqual(place);
});

test('the list as it is at first has a short address', () => {
  expect(writePlace({ page: 'traces', ...DEFAULT_LIST })).toBe('traces');
});

test('what the address has wrong is as if it were not there', () => {
  expect(readPlace('traces', 'page=-3&color=red&userId=')).toEqual({ page: 'traces', ...DEFAULT_LIST });
});
