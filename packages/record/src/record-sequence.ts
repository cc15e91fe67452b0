import { Writer } from 'protobufjs/minimal';
import { recordSize, writeRecord } from './codec';
import type { SluiceRecord } from './kinds';

/** Encoded records, one behind the other. */
export interface EncodedRecords {
  /** Bytes from the beginning of a buffer of their own, so that it can be transferred to another thread. */
  readonly bytes: Uint8Array;
  /** Length of each record in bytes. */
  readonly lengths: readonly number[];
}

/** Bytes that a protobuf writer reserves for a short text beyond its length. */
const SLACK = 1024;

/** Encodes records one behind the other into one buffer; its unused end occupies no memory. */
export class RecordSequence {
  readonly #usualBytes: number;
  #writer: Writer | undefined;
  #lengths: number[] = [];

  /** @param usualBytes usual size between two calls of `take` */
  constructor(usualBytes: number) {
    this.#usualBytes = usualBytes;
  }

  /** Number of bytes that are written. */
  get bytes(): number {
    return this.#writer?.pos ?? 0;
  }

  /** Number of records that are written. */
  get records(): number {
    return this.#lengths.length;
  }

  add(record: SluiceRecord): void {
    const writer = (this.#writer ??= Writer.create());
    const begin = writer.pos;
    this.#makeRoom(writer, recordSize(record) + SLACK);
    writeRecord(record, writer);
    this.#lengths.push(writer.pos - begin);
  }

  /** Returns all records since the last call. */
  take(): EncodedRecords {
    const { buf = new Uint8Array(0), pos = 0 } = this.#writer ?? {};
    const lengths = this.#lengths;
    this.#writer = undefined;
    this.#lengths = [];
    return { bytes: buf.subarray(0, pos), lengths };
  }

  /** Allocates a buffer: by itself a protobuf writer begins small, in a shared buffer, and doubles it. */
  #makeRoom(writer: Writer, bytes: number): void {
    const { buf, pos } = writer;
    if (pos > 0 && pos + bytes <= buf.length) return;
    const room = Buffer.allocUnsafeSlow(Math.max(this.#usualBytes, pos + bytes));
    room.set(buf.subarray(0, pos));
    writer.buf = room;
    writer.view = null; // it was made for the previous buffer
  }
}
