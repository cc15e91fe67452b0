import { parseTime } from '@sluice/record';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { getTableColumns } from 'drizzle-orm';
import fc from 'fast-check';
import { Client } from 'pg';
import { type ValuesOf, rowSet } from '../../columns';
import { traces } from '../../schema/traces';
import { parseUsd } from '../state/money';
import { type RowValue, arraysFrom } from './row-values';

const text = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', 'NULL', 'a', 'ü', '\u{1f6b0}') });
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

type Row = readonly RowValue[];
const values = Object.keys(getTableColumns(traces)).map((key, index) => [key, (row: Row) => row[index]]);
const arrays = arraysFrom<typeof traces, Row>(
  traces,
  Object.fromEntries(values) as ValuesOf<typeof traces, Row, RowValue>,
);

/** Reads a value from its JSON text, as the reverse of what is written. */
function valueOf(type: string, json: string | null): RowValue {
  if (json === null) return null;
  if (type === 'timestamp with time zone') return parseTime(JSON.parse(json))?.micros;
  if (type === 'numeric(30, 12)') return parseUsd(json);
  if (type === 'bigint') return Number.isSafeInteger(Number(json)) ? Number(json) : BigInt(json);
  return JSON.parse(json) as RowValue;
}

let client: Client;
beforeAll(async () => {
  client = new Client({ connectionString: testDatabaseUrl() });
  await client.connect();
});
afterAll(() => client.end());

test.each([undefined, new Set(['id', 'tags', 'total_cost', 'max_end', 'public', 'name'])])(
  'Postgres reads a row set as the values that it was made of: %p',
  async (only) => {
    const row = fc.tuple(...columns.map(({ type }) => fc.option(VALUES[type] ?? fc.constant(null), { freq: 2 })));
    const wanted = columns.filter(({ name }) => only?.has(name) !== false);
    const json = wanted.map(({ name }) => `to_json("${name}")::text as "${name}"`).join(', ');
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 3 }), async (rows) => {
        const read = await client.query<Record<string, string | null>>(
          `select ${json} from ${rowSet(traces, only)} s`,
          arrays(rows, only),
        );
        const found = read.rows.map((each) => wanted.map(({ name, type }) => valueOf(type, each[name] ?? null)));
        const expected = rows.map((each) => each.filter((_, index) => only?.has(columns[index]?.name ?? '') !== false));
        expect(found).toEqual(expected);
      }),
    );
  },
);
