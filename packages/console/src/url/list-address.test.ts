import fc from 'fast-check';
import { type Filter, type FilterName, OPERATORS, TRACE_COLUMNS, isSameFilter, isWithoutValue } from './filters';
import { DEFAULT_LIST, type TracesAddress, PAGE_SIZES, SEARCH_FIELDS, SORTS, TRACES } from './list-address';
import { writeQuery } from './query';

const text = fc.string({ minLength: 1, unit: 'grapheme' });

/** Names of members, also such as have an operator at their end. */
const key = fc.oneof(
  text,
  fc.constantFrom('is', 'contains', 'a.b', 'a.is', 'a.contains', 'a.contains.is', '.', 'a.', 'latency.gte'),
);

const values = {
  text,
  list: text,
  level: fc.constantFrom('ERROR', 'WARNING'),
  object: text,
  flag: fc.constantFrom('yes', 'no'),
  outcome: fc.constantFrom('failed', 'recovered', 'warning', 'ok'),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
};

const filter: fc.Arbitrary<Filter> = fc
  .constantFrom(...(Object.keys(TRACE_COLUMNS) as (keyof typeof TRACE_COLUMNS)[]))
  .chain((column) => {
    const kind = TRACE_COLUMNS[column];
    const names = kind === 'object' ? key.map((each) => `${column}.${each}` as FilterName) : fc.constant(column);
    return fc.constantFrom(...OPERATORS[kind]).chain((operator) =>
      fc.tuple(names, isWithoutValue(operator) ? fc.constant('') : values[kind]).map(([name, value]) => ({
        ...{ name, value },
        ...(operator !== 'is' && { operator }),
      })),
    );
  });

const places: fc.Arbitrary<TracesAddress> = fc.record({
  page: fc.constant('traces' as const),
  range: fc.constantFrom('24h', '90d', 'all', '2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z', '2026-11-20'),
  filters: fc.uniqueArray(filter, { maxLength: 5, comparator: isSameFilter }),
  sort: fc.constantFrom(...SORTS),
  page_: fc.integer({ min: 1, max: 1000 }),
  size: fc.constantFrom(...PAGE_SIZES),
  search: fc.string({ unit: 'grapheme' }),
  searchIn: fc.subarray([...SEARCH_FIELDS]),
  isLive: fc.boolean(),
});

const read = (search: string): TracesAddress => TRACES.read(new URLSearchParams(search));

test('every list has an address that leads back to it', () => {
  fc.assert(fc.property(places, (address) => expect(read(writeQuery(TRACES.write(address)))).toEqual(address)));
});

test('a list has a readable address', () => {
  const filters: Filter[] = [
    { name: 'userId', value: 'ada' },
    { name: 'latency', operator: 'gte', value: '5' },
    { name: 'environment', operator: 'not', value: 'dev' },
    { name: 'sessionId', operator: 'present', value: '' },
    { name: 'metadata.tenant', value: 'acme' },
    { name: 'metadata.a.is', operator: 'contains', value: 'b' },
    { name: 'step.toolName', value: 'search' },
    { name: 'nostep.level', value: 'ERROR' },
  ];
  expect(writeQuery(TRACES.write({ ...DEFAULT_LIST, range: '7d', filters }))).toBe(
    'range=7d&userId=ada&latency.gte=5&environment.not=dev&sessionId.present=&metadata.tenant=acme&metadata.a.is.contains=b&step.toolName=search&nostep.level=ERROR',
  );
  expect(writeQuery(TRACES.write(DEFAULT_LIST))).toBe('');
});

test.each([
  'userId=',
  'latency.gte=fast',
  'latency.gte=%20',
  'latency.contains=5',
  'name.is=a',
  'name.not.not=a',
  'name.present=a',
  'level=FATAL',
  'metadata=a',
  'step=a',
  'step.outcome=failed',
  'step.toolName.is=a',
  'step.metadata=a',
  'nostep.latency.gte=fast',
  'metadata.=a',
  'metadata.a.present=b',
  'outcome=FAILED',
  'isOpen=true',
  'toString=1',
  'sort=color.desc',
  'page=-3',
  'limit=100000',
  'in=nowhere',
  'range=',
])('%j is as if it were not there', (search) => {
  expect(read(search)).toEqual(DEFAULT_LIST);
});

test('what is said twice counts once', () => {
  expect(read('userId=ada&userId=ada').filters).toEqual([{ name: 'userId', value: 'ada' }]);
});
