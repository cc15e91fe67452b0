import { type EncodedRecords, type SluiceRecord, RecordSequence, decodeOwnRecord } from '@sluice/record';

/** Size of records that are passed on together: enough for one transaction to be worth its commit. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
/** Counted size of a record in addition to its bytes. */
const RECORD_BYTES = 1024;

/** Buffer of encoded records for another thread, which can be transferred. */
export class RecordSpool {
  readonly #records = new RecordSequence(ENOUGH_BYTES);

  get isFull(): boolean {
    const { bytes, records } = this.#records;
    return bytes + records * RECORD_BYTES >= ENOUGH_BYTES;
  }

  add(record: SluiceRecord): void {
    this.#records.add(record);
  }

  /** Returns all records since the last call. */
  take(): EncodedRecords {
    return this.#records.take();
  }
}

/** Reverses `RecordSpool`. */
export function decodeRecords({ bytes, lengths }: EncodedRecords): SluiceRecord[] {
  let end = 0;
  return lengths.map((length) => {
    const start = end;
    end += length;
    return decodeOwnRecord(bytes.subarray(start, end));
  });
}
