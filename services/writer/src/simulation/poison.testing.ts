import type { SluiceRecord } from '@sluice/record';

/** An item of this name is refused by the database. */
export const POISON = 'poison';

/** The record without the items that the database refuses, and their indices. */
export function withoutPoison<T extends SluiceRecord>(record: T): { record: T; poison: number[] } {
  const items = record.kind === 'trace' ? record.observations : record.points;
  const poison = items.flatMap((item, index) => (item.name === POISON ? [index] : []));
  if (poison.length === 0) return { record, poison };
  const rest = items.filter((item) => item.name !== POISON);
  return { record: { ...record, [record.kind === 'trace' ? 'observations' : 'points']: rest }, poison };
}
