import fc from 'fast-check';
import { DETAIL_TABS } from './detail-address';
import { DEFAULT_LIST } from './list-address';
import { writeQuery } from './query';
import { MAX_COLLAPSED, type TraceAddress, listOf, listQuery, TRACE } from './trace-address';

const reread = (address: TraceAddress): TraceAddress =>
  TRACE.read(new URLSearchParams(writeQuery(TRACE.write(address))), address.id);

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const text = maybe(fc.string({ minLength: 1, unit: 'grapheme' }));
const ids = maybe(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: MAX_COLLAPSED }));
const positive = fc.double({ min: 1e-9, max: 1e15, noNaN: true });
const zoom = fc.tuple(positive, positive).filter(([a, b]) => a !== b);

const places: fc.Arbitrary<TraceAddress> = fc.record({
  page: fc.constant('trace' as const),
  id: fc.string({ minLength: 1, unit: 'grapheme' }),
  observation: text,
  all: maybe(fc.constant(true as const)),
  errors: maybe(fc.constant(true as const)),
  path: maybe(fc.constant(true as const)),
  atLeast: maybe(positive),
  levels: maybe(fc.integer({ min: 1, max: 1000 })),
  collapsed: ids,
  expanded: ids,
  focus: text,
  zoom: maybe(zoom.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))),
  find: text,
  list: text,
  tab: maybe(fc.constantFrom(...DETAIL_TABS.slice(1))),
});

test('every state of the page has an address that leads back to it', () => {
  fc.assert(fc.property(places, (address) => expect(reread(address)).toEqual(address)));
});

test.each([
  'min=-1&levels=1.5&zoom=5..2&all=true&obs=&find=',
  'min=many&levels=0&zoom=1..2..3&errors=0',
  'zoom=1..Infinity',
  'fold=&unfold=',
])('%s is as if nothing were there', (query) => {
  expect(TRACE.read(new URLSearchParams(query), 't')).toEqual({ page: 'trace', id: 't' });
});

test('an address contains a bounded number of collapsed rows, the latest', () => {
  const all = Array.from({ length: MAX_COLLAPSED + 1 }, (_, n) => `o${n}`);
  const { collapsed } = TRACE.read(new URLSearchParams(all.map((id) => ['fold', id])), 't');
  expect(collapsed).toEqual(all.slice(1));
});

test('a trace as it is at first has a short address', () => {
  expect(writeQuery(TRACE.write({ page: 'trace', id: 't' }))).toBe('');
});

test('the list that a trace was opened from comes back from its query', () => {
  const list = { ...DEFAULT_LIST, range: '7d', page_: 3, filters: [{ name: 'userId' as const, value: 'a&b=c' }] };
  expect(listOf(listQuery(list))).toEqual(list);
  expect(listQuery(DEFAULT_LIST)).toBeUndefined();
});
