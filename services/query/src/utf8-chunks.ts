/** Bytes of a chunk. */
export const CHUNK_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/**
 * Writer of pieces of text into chunks of UTF-8 of equal size. Each byte is copied once: a string of all pieces would be copied when it is
 * made and when it is sent.
 */
export class Utf8Chunks {
  #chunk: Buffer | undefined;
  #end = 0;

  /** Whether all bytes are in chunks that were returned. */
  get isEmpty(): boolean {
    return this.#end === 0;
  }

  /** Adds pieces. A Buffer is UTF-8, and may end within a character. @returns the chunks that are full */
  add(pieces: readonly (string | Buffer)[]): Buffer[] {
    const full: Buffer[] = [];
    for (const piece of pieces) {
      for (let left = piece; left.length > 0;) {
        const chunk = (this.#chunk ??= Buffer.allocUnsafe(CHUNK_BYTES));
        const { read, written } = write(left, chunk.subarray(this.#end));
        this.#end += written;
        if (read === left.length) break;
        left = typeof left === 'string' ? left.slice(read) : left.subarray(read);
        full.push(chunk.subarray(0, this.#end));
        this.#chunk = undefined;
        this.#end = 0;
      }
    }
    return full;
  }

  /** Returns the bytes that fill no chunk, in memory of their size: a client may let them wait. */
  rest(): Buffer {
    const rest = Buffer.from(this.#chunk?.subarray(0, this.#end) ?? []);
    this.#end = 0;
    return rest;
  }
}

/** Writes as much as there is room for, whole characters of a string. */
function write(piece: string | Buffer, room: Buffer): { readonly read: number; readonly written: number } {
  if (typeof piece === 'string') return encoder.encodeInto(piece, room);
  const written = piece.copy(room);
  return { read: written, written };
}
