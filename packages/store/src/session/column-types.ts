import { type ClientBase, type CustomTypesConfig, type QueryResultRow, types } from 'pg';

const { BOOL, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, TIMESTAMPTZ } = types.builtins;

const NUMBERS = new Set<number>([INT8, INT2, INT4, FLOAT4, FLOAT8, NUMERIC]);
const INEXACT = new Set<number>([TIMESTAMPTZ, DATE, NUMERIC]);

const asText = (text: string): string => text;

/**
 * Parsers for answers: numbers and booleans; everything else stays the text that Postgres sent. The driver's own parsers would rebuild JSON
 * and cut microseconds. Numbers are doubles: statements return times and counts as integers below 2^53, and money is answered as a double
 * anyway.
 */
export const ANSWERED: CustomTypesConfig = {
  getTypeParser(oid): (text: string) => unknown {
    if (NUMBERS.has(oid)) return Number;
    return oid === BOOL ? (text) => text === 't' : asText;
  },
};

/**
 * Parsers for values that are summed and written again: times, dates and numerics stay text, since Date and number would lose microseconds
 * and digits; an int8 is a bigint, since sums exceed 2^53.
 */
const EXACT: CustomTypesConfig = {
  getTypeParser(oid): (text: string) => unknown {
    if (INEXACT.has(oid)) return asText;
    return oid === INT8 ? BigInt : (types.getTypeParser(oid) as (text: string) => unknown);
  },
};

/** Returns the rows of a statement. @param read parsers of their columns */
export async function rowsOf<Row extends QueryResultRow>(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
  read = EXACT,
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ text, values: [...values], types: read });
  return rows;
}
