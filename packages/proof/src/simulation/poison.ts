import type { Kind, SluiceRecord } from '@sluice/record';

/** An item of this name is refused by the database. */
export const POISON = 'poison';

/** The member that holds the items of a record. */
const ITEMS = { trace: 'observations', metric: 'points' } as const satisfies Record<Kind, string>;

export function itemsIn(record: SluiceRecord): readonly { readonly name?: string }[] {
  const members: unknown = record;
  return (members as Record<string, readonly { readonly name?: string }[]>)[ITEMS[record.kind]] ?? [];
}

/** The record without the items that the database refuses, and their indices. */
export function withoutPoison<T extends SluiceRecord>(record: T): { record: T; poison: number[] } {
  const items = itemsIn(record);
  const poison = items.flatMap((item, index) => (item.name === POISON ? [index] : []));
  if (poison.length === 0) return { record, poison };
  return { record: { ...record, [ITEMS[record.kind]]: items.filter((item) => item.name !== POISON) }, poison };
}
