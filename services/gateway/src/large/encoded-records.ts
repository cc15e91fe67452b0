import { type EncodedRecords, type SluiceRecord, RecordSequence, decodeOwnRecord } from '@sluice/record';

/** Records that go together: enough for one transaction to be worth its commit. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
/** What a record counts for beside its bytes. */
const RECORD_BYTES = 1024;

/** Records on their way to another thread, as bytes in one buffer that can be handed over. */
export class RecordSpool {
  readonly #records = new RecordSequence(ENOUGH_BYTES);

  get isFull(): boolean {
    const { bytes, records } = this.#records;
    return bytes + records * RECORD_BYTES >= ENOUGH_BYTES;
  }

  add(record: SluiceRecord): void {
    this.#records.add(record);
  }

  /** Everything since the last time. */
  take(): EncodedRecords {
    return this.#records.take();
  }
}

/** The reverse of `RecordSpool`. */
export function decodeRecords({ bytes, lengths }: EncodedRecords): SluiceRecord[] {
  let end = 0;
  return lengths.map((length) => {
    const start = end;
    end += length;
    return decodeOwnRecord(bytes.subarray(start, end));
  });
}
