import type { Client } from 'pg';
import { findInconsistencies } from '../check/consistency';
import { formatCount } from '../report/table';

/**
 * What was acknowledged is stored once, what was only sent may be, and all sums are right.
 * @param spans so many of them
 * @param options.sums false: the schema may be of another release, so only spans are counted
 */
export async function compareStored(
  sql: Client,
  spans: { readonly acknowledged: number; readonly sent: number },
  { sums = true }: { readonly sums?: boolean } = {},
): Promise<{ readonly stored: number; readonly sentence: string; readonly problems: readonly string[] }> {
  const { rows } = await sql.query<{ count: string }>('select count(*) from sluice.observations');
  const stored = Number(rows[0]?.count);
  const isRight = stored >= spans.acknowledged && stored <= spans.sent;
  const sentence = `${formatCount(stored)} observations are stored, acknowledged ${formatCount(spans.acknowledged)} of ${formatCount(spans.sent)}`;
  const wrong = sums ? await findInconsistencies(sql) : [];
  return { stored, sentence, problems: [...(isRight ? [] : [sentence]), ...wrong] };
}
