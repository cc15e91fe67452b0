import type { Client } from 'pg';
import { findInconsistencies } from '../check/consistency';
import { formatCount } from '../report/table';

/** Tables that contain the sent items, one row an item. */
export type ItemTable = 'observations' | 'metric_points';

export async function countStored(sql: Client, table: ItemTable): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(`select count(*) from sluice.${table}`);
  return Number(rows[0]?.count);
}

/**
 * Checks that acknowledged items are stored once, that stored items were sent, and that all sums are right.
 * @param spans number of sent and of acknowledged spans
 * @param options.sums false: the schema may be of another release, so only spans are counted
 * @param options.before number of items stored before
 */
export async function compareStored(
  sql: Client,
  spans: { readonly acknowledged: number; readonly sent: number },
  {
    sums = true,
    table = 'observations',
    before = 0,
  }: { readonly sums?: boolean; readonly table?: ItemTable; readonly before?: number } = {},
): Promise<{ readonly stored: number; readonly sentence: string; readonly problems: readonly string[] }> {
  const stored = (await countStored(sql, table)) - before;
  const isRight = stored >= spans.acknowledged && stored <= spans.sent;
  const what = table.replace('_', ' ');
  const sentence = `${formatCount(stored)} ${what} are stored, acknowledged ${formatCount(spans.acknowledged)} of ${formatCount(spans.sent)}`;
  const wrong = sums ? await findInconsistencies(sql) : [];
  return { stored, sentence, problems: [...(isRight ? [] : [sentence]), ...wrong] };
}
