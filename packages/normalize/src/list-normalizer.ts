import { type ItemOf, type Kind, type RecordOf, recordOfItems, recordSize } from '@sluice/record';
import type { ListContext } from './context';
import { pointSize } from './metric-points';

/**
 * Upper bound of the bytes of an item on the bus, of kinds with another one than `recordSize`. It depends on the item alone, so that a list
 * that is sent again is cut into the same chunks.
 */
const SIZES: { readonly [K in Kind]?: (item: ItemOf<K>) => number } = { metric: pointSize };

/** Converts one list, whose items may arrive in portions, into records. The cuts depend on the items alone. */
export class ListNormalizer<K extends Kind> {
  readonly #kind: K;
  readonly #sizeOf: (item: ItemOf<K>) => number;
  readonly #context: ListContext;
  #chunk: ItemOf<K>[] = [];
  #bytes = 0;
  #chunks = 0;

  constructor(kind: K, context: ListContext) {
    this.#kind = kind;
    this.#sizeOf = SIZES[kind] ?? recordSize;
    this.#context = context;
  }

  /** Returns the records that the next items complete. */
  records(items: readonly ItemOf<K>[]): readonly RecordOf<K>[] {
    const records: RecordOf<K>[] = [];
    for (const item of items) {
      const size = this.#sizeOf(item);
      if (this.#bytes + size > this.#context.limits.recordBytes) records.push(...this.rest());
      this.#chunk.push(item);
      this.#bytes += size;
    }
    return records;
  }

  /** Returns the last record, or none, after the last items. */
  rest(): readonly RecordOf<K>[] {
    const { recordIdOfChunk, receivedAt } = this.#context;
    const items = this.#chunk;
    if (items.length === 0) return [];
    this.#chunk = [];
    this.#bytes = 0;
    const chunk = this.#chunks++;
    // Records of one list are in different partitions, so each is received a microsecond later than the one before.
    return [recordOfItems(this.#kind, { recordId: recordIdOfChunk(chunk), receivedAt: receivedAt + chunk }, items)];
  }
}
