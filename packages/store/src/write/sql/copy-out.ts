import { type ClientBase, Query } from 'pg';

/** Reader of the fields of a row. A field begins at `at[n]` in `bytes` and ends before `end[n]`; it is null if its end is below its begin. */
export interface CopiedRow {
  readonly bytes: Buffer;
  readonly at: readonly number[];
  readonly end: readonly number[];
}

/** Bytes before the first row: signature, flags, and the length of an extension, which is empty. */
const HEADER_BYTES = 19;

class CopyOutQuery extends Query {
  readonly #onRow: (row: CopiedRow) => void;
  readonly #at: number[] = [];
  readonly #end: number[] = [];
  #isFirst = true;
  /** Error of reading a row: thrown in the driver, it would end the process. */
  failure: Error | undefined;

  constructor(text: string, onRow: (row: CopiedRow) => void, callback: (error?: Error) => void) {
    super(text, undefined, callback);
    this.#onRow = onRow;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.failure !== undefined) return;
    try {
      this.#read(chunk, this.#isFirst ? HEADER_BYTES : 0);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#isFirst = false;
  }

  /** Reads rows up to the end of a message; a row is never divided, and the last one has -1 fields. */
  #read(bytes: Buffer, place: number): void {
    while (place < bytes.length) {
      const fields = bytes.readInt16BE(place);
      place += 2;
      if (fields < 0) return;
      for (let n = 0; n < fields; n += 1) {
        const length = bytes.readInt32BE(place);
        place += 4;
        this.#at[n] = place;
        this.#end[n] = place + length;
        if (length > 0) place += length;
      }
      this.#onRow({ bytes, at: this.#at, end: this.#end });
    }
  }
}

/**
 * Copies the rows of a query in the binary format, without strings or copies of them.
 * @param query SQL without parameters
 * @param onRow called with each row, whose bytes are valid during the call only
 */
export async function copyOut(client: ClientBase, query: string, onRow: (row: CopiedRow) => void): Promise<void> {
  const copy = await new Promise<CopyOutQuery>((resolve, reject) => {
    const sent = new CopyOutQuery(`copy (${query}) to stdout (format binary)`, onRow, (error) => {
      if (error) reject(error);
      else resolve(sent);
    });
    client.query(sent);
  });
  if (copy.failure !== undefined) throw copy.failure;
}
