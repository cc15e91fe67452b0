import { indexDisagreements, summaryDisagreements } from '@sluice/contracts';
import type { ClientBase } from 'pg';

/**
 * Computes every stored sum anew from the rows below it, and what reads go by from the rows of traces and points. Reads all of the data,
 * while nobody writes.
 * @param options.deadLetters how many items the database has to have refused
 * @returns a sentence for each rule that is broken
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
 * The same, but for what was refused: true of every snapshot, whatever others do.
 * @param expiredBelow parts below it may hold rows whose trace retention has removed
 */
export async function findDisagreements(client: ClientBase, expiredBelow = 0): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const disagreements = [
    ...(await summaryDisagreements(client, { expiredBelow })),
    ...(await indexDisagreements(client)),
  ];
  for (const { rule } of disagreements) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `not true for ${count} rows: ${rule}`);
}
