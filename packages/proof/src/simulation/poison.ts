import { type SluiceRecord, itemsOf, withItems } from '@sluice/record';

/** Name of an item that the database refuses. */
export const POISON = 'poison';

function isPoison(item: { readonly name?: string }): boolean {
  return item.name === POISON;
}

/** Returns the record without the refused items, and their indices. */
export function withoutPoison<T extends SluiceRecord>(record: T): { record: T; poison: number[] } {
  const items = itemsOf(record);
  const poison = items.flatMap((item, index) => (isPoison(item) ? [index] : []));
  if (poison.length === 0) return { record, poison };
  return {
    record: withItems(
      record,
      items.filter((item) => !isPoison(item)),
    ),
    poison,
  };
}
