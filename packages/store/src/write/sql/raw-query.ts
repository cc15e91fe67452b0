import type { PoolClient, QueryResultRow } from 'pg';
import { EXACT } from '../../session/column-types';

/** Rows of a statement, their columns as `EXACT`. */
export async function rowsOf<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ text, values: [...values], types: EXACT });
  return rows;
}
