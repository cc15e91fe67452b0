import { foldDisagreements, summaryDisagreements } from '@sluice/contracts';
import type { ClientBase } from 'pg';

/**
 * Computes every stored sum anew from the rows below it, and what reads go by from the rows of traces. Reads all of the data, while nobody
 * writes.
 * @param options.deadLetters how many items the database has to have refused
 * @returns a sentence for each rule that is broken
 */
export async function findInconsistencies(
  client: ClientBase,
  { deadLetters = 0 }: { readonly deadLetters?: number } = {},
): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const disagreements = [...(await summaryDisagreements(client)), ...(await foldDisagreements(client))];
  for (const { rule } of disagreements) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const { rows } = await client.query<{ count: string }>('select count(*) from sluice.ingest_dead_letter');
  const refused = Number(rows[0]?.count);
  if (refused !== deadLetters) {
    const rule = deadLetters === 0 ? 'nothing' : `nothing but ${String(deadLetters)} items that should be`;
    counts.set(`${rule} was refused by the database`, refused);
  }
  return [...counts].map(([rule, count]) => `not true for ${count} rows: ${rule}`);
}
