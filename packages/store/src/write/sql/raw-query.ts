import { type PoolClient, type QueryResultRow, types } from 'pg';

const BIGINT = 20;
/** timestamptz, date, numeric: read as text, since Date and number would lose microseconds and digits. */
const AS_TEXT = new Set([1184, 1082, 1700]);

const parsers = {
  getTypeParser(oid: number): (value: string) => unknown {
    if (AS_TEXT.has(oid)) return (value) => value;
    if (oid === BIGINT) return Number;
    return types.getTypeParser(oid);
  },
};

/** Rows of a statement; times, dates and numerics stay text, bigint becomes a number. */
export async function rowsOf<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ text, values: [...values], types: parsers });
  return rows;
}
