/** Encoding of ids and times in a body, always with the same number of bytes, so that they can be overwritten in place. */
export interface Notation {
  /** Ids are words of 32 bits. */
  readonly bytesPerWord: number;
  writeWord(body: Buffer, at: number, word: number): void;
  /** @param milliseconds since the epoch, an integer */
  writeTime(body: Buffer, at: number, milliseconds: number): void;
}

/** Number of words of a trace id, and of a span's id. */
export const TRACE_ID_WORDS = 4;
export const SPAN_ID_WORDS = 2;

export const PROTOBUF: Notation = {
  bytesPerWord: 4,
  writeWord: (body, at, word) => body.writeUInt32BE(word, at),
  writeTime: (body, at, milliseconds) => body.writeBigUInt64LE(BigInt(milliseconds) * 1_000_000n, at),
};

const HEX = {
  bytesPerWord: 8,
  writeWord: (body: Buffer, at: number, word: number) => body.write(word.toString(16).padStart(8, '0'), at, 'latin1'),
};

/** Decimal nanoseconds: nineteen digits for present times. */
export const OTLP_JSON: Notation = {
  ...HEX,
  writeTime: (body, at, milliseconds) => body.write(`${milliseconds}000000`, at, 'latin1'),
};

/** `2026-11-20T22:00:00.000Z` */
export const ISO_JSON: Notation = {
  ...HEX,
  writeTime: (body, at, milliseconds) => body.write(new Date(milliseconds).toISOString(), at, 'latin1'),
};
