import { type CustomTypesConfig, type PoolClient, type QueryResultRow, types } from 'pg';

/** timestamptz, date, numeric: read as text, since Date and number would lose microseconds and digits. */
const AS_TEXT = new Set<number>([types.builtins.TIMESTAMPTZ, types.builtins.DATE, types.builtins.NUMERIC]);

const parsers: CustomTypesConfig = {
  getTypeParser(oid): (value: string) => unknown {
    if (AS_TEXT.has(oid)) return (value) => value;
    if (oid === types.builtins.INT8) return BigInt;
    return types.getTypeParser(oid) as (value: string) => unknown;
  },
};

/** Rows of a statement; times, dates and numerics stay text; an int8 is a bigint, since sums go beyond 2^53. */
export async function rowsOf<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ text, values: [...values], types: parsers });
  return rows;
}
