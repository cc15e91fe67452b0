import { type SluiceRecord, decodeRecord, encodeRecord } from '@sluice/record';
import type { EncodedRecords } from './messages';

/** Records that go together: enough for one transaction to be worth its commit. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
/** What a record counts for beside its bytes. */
const RECORD_BYTES = 1024;

/** Records on their way to another thread, as bytes in one buffer that can be handed over. */
export class RecordSpool {
  #encoded: Uint8Array[] = [];
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes + this.#encoded.length * RECORD_BYTES >= ENOUGH_BYTES;
  }

  add(record: SluiceRecord): void {
    const bytes = encodeRecord(record);
    this.#encoded.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Everything since the last time. */
  take(): EncodedRecords {
    const bytes = new Uint8Array(this.#bytes);
    let at = 0;
    for (const record of this.#encoded) {
      bytes.set(record, at);
      at += record.length;
    }
    const lengths = this.#encoded.map(({ length }) => length);
    this.#encoded = [];
    this.#bytes = 0;
    return { bytes, lengths };
  }
}

/** The reverse of `RecordSpool`. */
export function decodeRecords({ bytes, lengths }: EncodedRecords): SluiceRecord[] {
  let end = 0;
  return lengths.map((length) => {
    const start = end;
    end += length;
    return decodeRecord(bytes.subarray(start, end));
  });
}
