import { formatMicros } from '@sluice/record';
import { getTableColumns } from 'drizzle-orm';
import fc from 'fast-check';
import { traces } from '../../schema/traces';
import { usdText } from '../state/money';
import { type RowValue, recordSetOf } from './row-values';

const text = fc.string({ unit: 'binary' });
const VALUES: Readonly<Record<string, fc.Arbitrary<RowValue>>> = {
  uuid: fc.uuid(),
  boolean: fc.boolean(),
  smallint: fc.integer({ min: -32_768, max: 32_767 }),
  integer: fc.integer(),
  bigint: fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })),
  'numeric(30, 12)': fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 10n ** 29n })),
  'timestamp with time zone': fc.integer({ min: 0, max: Date.UTC(2199, 0, 1) * 1000 }),
  text,
  'text[]': fc.array(text, { maxLength: 3 }),
};
const columns = Object.values(getTableColumns(traces)).map((column) => ({
  name: column.name,
  type: column.getSQLType(),
}));

/** The text that Postgres takes for a value. */
function written(type: string, value: RowValue): unknown {
  if (type === 'timestamp with time zone') return formatMicros(value as number);
  if (type === 'numeric(30, 12)') return usdText(value as number);
  return Array.isArray(value) ? value : String(value);
}

test('a record set is the JSON of its rows, each value as text, without those that are NULL', () => {
  const row = fc.tuple(...columns.map(({ type }) => fc.option(VALUES[type] ?? fc.constant(null), { freq: 2 })));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
      const expected = rows.map((values) =>
        Object.fromEntries(
          columns.flatMap(({ name, type }, index) => {
            const value = values[index];
            return value === null || value === undefined ? [] : [[name, written(type, value)]];
          }),
        ),
      );
      expect(JSON.parse(recordSetOf(traces)(rows))).toEqual(expected);
    }),
  );
});
