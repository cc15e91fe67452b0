import fc from 'fast-check';
import { PAGES } from '../shell/pages';
import { AGGREGATIONS, METRICS, METRIC_VIEWS, STEPS } from './metrics-address';
import { type Address, defineAddresses, readAddress, writeAddress } from './address';
import { SESSIONS, SESSION_SORTS } from './sessions-address';
import { USAGE, MEASURES } from './usage-address';
import { NO_PARAMETERS } from './query';

const DEFAULT_SESSIONS = SESSIONS.read(NO_PARAMETERS);
const DEFAULT_USAGE = USAGE.read(NO_PARAMETERS);
const DEFAULT_METRICS = METRICS.read(NO_PARAMETERS);

defineAddresses(PAGES);

const reread = (address: Address): Address => {
  const [path = '', search = ''] = writeAddress(address).split('?');
  return readAddress(path, search);
};

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const anyText = fc.string({ unit: 'grapheme' });
const optional = fc.option(text, { nil: undefined });
const number = fc.integer({ min: 1, max: 1000 });
const filter = fc.record({ name: fc.constantFrom('name' as const, 'userId' as const, 'tags' as const), value: text });

const range = fc.constantFrom('1h', '7d', 'all', '2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z', '2026-11-20');

const places: fc.Arbitrary<Address> = fc.oneof(
  fc.record({
    page: fc.constant('sessions' as const),
    range,
    after: fc.option(anyText),
    userId: fc.option(text, { nil: undefined }),
    environment: fc.option(text, { nil: undefined }),
    search: anyText,
    sort: fc.constantFrom(...SESSION_SORTS),
    page_: number,
  }),
  fc.record({ page: fc.constant('session' as const), id: text, page_: number }),
  fc.record({
    page: fc.constant('usage' as const),
    range: fc.constantFrom('1d', '30d', '9999d', 'week', 'last-month', '2026-11-01/2026-11-20'),
    measure: fc.constantFrom(...MEASURES),
    filters: fc.uniqueArray(filter, { selector: ({ name, value }) => `${name} ${value}`, maxLength: 4 }),
    model: optional,
    isByGrowth: fc.boolean(),
  }),
  fc.record({
    page: fc.constant('metrics' as const),
    name: optional,
    range,
    aggregation: fc.constantFrom(...AGGREGATIONS),
    step: fc.constantFrom(...STEPS),
    groupBy: optional,
    labels: fc.uniqueArray(fc.tuple(anyText, anyText), { selector: ([label]) => label, maxLength: 4 }),
    hidden: fc.uniqueArray(anyText, { maxLength: 4 }),
    view: fc.constantFrom(...METRIC_VIEWS),
  }),
);

test('every session, usage and metric has an address that leads back to it', () => {
  fc.assert(fc.property(places, (address) => expect(reread(address)).toEqual(address)));
});

test.each<[string, Address]>([
  ['sessions', DEFAULT_SESSIONS],
  ['usage', DEFAULT_USAGE],
  ['metrics', DEFAULT_METRICS],
  ['sessions/chat%2F1', { page: 'session', id: 'chat/1', page_: 1 }],
  ['sessions/%', { page: 'unknown', path: 'sessions/%' }],
  ['sessions/a/b', { page: 'unknown', path: 'sessions/a/b' }],
  ['usage/more', { page: 'unknown', path: 'usage/more' }],
])('%j is read as a place', (path, address) => {
  expect(readAddress(path, '')).toEqual(address);
});

test('what is usual is not in the address', () => {
  expect([DEFAULT_SESSIONS, DEFAULT_USAGE, DEFAULT_METRICS].map((address) => writeAddress(address))).toEqual([
    'sessions',
    'usage',
    'metrics',
  ]);
});

test('words that there are not are as if they were not there', () => {
  expect(readAddress('metrics', 'agg=median&step=2m&view=map&range=1y')).toEqual(DEFAULT_METRICS);
  expect(readAddress('usage', 'measure=height&userId=&range=ever')).toEqual(DEFAULT_USAGE);
});
