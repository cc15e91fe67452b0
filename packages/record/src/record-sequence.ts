import { Writer } from 'protobufjs/minimal';
import { recordSize, writeRecord } from './codec';
import type { SluiceRecord } from './kinds';

/** Encoded records, one behind the other. */
export interface EncodedRecords {
  /** From the beginning of a buffer that nobody else has, so that it can be handed over to another thread. */
  readonly bytes: Uint8Array;
  /** Of each record, in bytes. */
  readonly lengths: readonly number[];
}

/** What a writer reserves for a short text beyond what it takes. */
const SLACK = 1024;

/** Writes records one behind the other into one buffer, of which what is not written takes no memory. */
export class RecordSequence {
  readonly #usualBytes: number;
  #writer: Writer | undefined;
  #lengths: number[] = [];

  /** @param usualBytes what is taken at once, mostly */
  constructor(usualBytes: number) {
    this.#usualBytes = usualBytes;
  }

  /** How many bytes are written. */
  get bytes(): number {
    return this.#writer?.pos ?? 0;
  }

  /** How many records are written. */
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

  /** All records since the last time. */
  take(): EncodedRecords {
    const { buf = new Uint8Array(0), pos = 0 } = this.#writer ?? {};
    const lengths = this.#lengths;
    this.#writer = undefined;
    this.#lengths = [];
    return { bytes: buf.subarray(0, pos), lengths };
  }

  /** By itself a writer begins small, in a buffer that it shares, and doubles it. */
  #makeRoom(writer: Writer, bytes: number): void {
    const { buf, pos } = writer;
    if (pos > 0 && pos + bytes <= buf.length) return;
    const room = Buffer.allocUnsafeSlow(Math.max(this.#usualBytes, pos + bytes));
    room.set(buf.subarray(0, pos));
    writer.buf = room;
    writer.view = null; // was made for the buffer before
  }
}
