import { indexDisagreements, summaryDisagreements, textDisagreements } from '@sluice/contracts';
import type { ClientBase } from 'pg';

/**
 * Recomputes every stored sum from its rows, the trace index and metric rollups from the rows of traces and points, and resolves every
 * reference to text. Reads all data; no process may write meanwhile.
 * @param options.deadLetters number of items that the database must have refused
 * @returns one sentence for each rule that is broken
 */
export async function findInconsistencies(
  client: ClientBase,
  { deadLetters = 0 }: { readonly deadLetters?: number } = {},
): Promise<readonly string[]> {
  const { rows } = await client.query<{ count: string }>('select count(*) from sluice.ingest_dead_letter');
  const refused = Number(rows[0]?.count);
  const rule = deadLetters === 0 ? 'nothing' : `nothing but ${String(deadLetters)} items that should be`;
  return [
    ...(await findDisagreements(client)),
    ...(refused === deadLetters ? [] : [`not true for ${refused} rows: ${rule} was refused by the database`]),
  ];
}

/**
 * Checks the same without dead letters; these rules hold in every snapshot, whatever others write.
 * @param expiredBelow receipt hour below which rows may exist whose trace retention has deleted
 */
export async function findDisagreements(client: ClientBase, expiredBelow = 0): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const disagreements = [
    ...(await summaryDisagreements(client, { expiredBelow })),
    ...(await indexDisagreements(client)),
    ...(await textDisagreements(client, { expiredBelow })),
  ];
  for (const { rule } of disagreements) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `not true for ${count} rows: ${rule}`);
}
