import type { ItemOf, Kind, RecordHead, RecordOf } from '@sluice/record';
import type { ListContext } from './context';

/** Conversion of the items of a list into records of one kind. */
export interface ListForm<K extends Kind> {
  /**
   * Upper bound of the bytes of an item on the bus. It depends on the item alone, so that a list that is sent again is cut into the same
   * chunks.
   */
  readonly size: (item: ItemOf<K>) => number;
  readonly record: (head: RecordHead, items: readonly ItemOf<K>[]) => RecordOf<K>;
}

/** Converts one list, whose items may arrive in portions, into records. The cuts depend on the items alone. */
export class ListNormalizer<K extends Kind> {
  readonly #form: ListForm<K>;
  readonly #context: ListContext;
  #chunk: ItemOf<K>[] = [];
  #bytes = 0;
  #chunks = 0;

  constructor(form: ListForm<K>, context: ListContext) {
    this.#form = form;
    this.#context = context;
  }

  /** Returns the records that the next items complete. */
  records(items: readonly ItemOf<K>[]): readonly RecordOf<K>[] {
    const records: RecordOf<K>[] = [];
    for (const item of items) {
      const size = this.#form.size(item);
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
    return [this.#form.record({ recordId: recordIdOfChunk(chunk), receivedAt: receivedAt + chunk }, items)];
  }
}
