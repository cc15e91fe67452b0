import type { PoolClient } from 'pg';

/** The first part that may take a new trace; stays so until the end of the transaction. */
export async function holdFirstOpenPart(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ part: number }>('select sluice.hold_pin_from() as part');
  return rows[0]?.part ?? 0;
}
