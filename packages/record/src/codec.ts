import { Writer } from 'protobufjs/minimal';
import { sluice } from '../generated/record';
import { type SluiceRecord, checkJson, fromWire, toWire } from './kinds';
import type { RecordHead } from './kinds/kind';
import { FieldError } from './wire';

const Message = sluice.record.v1.Record;

const WITHOUT_PROJECT = 1;
const WITH_PROJECT = 2;

/**
 * The version that a record is written with. A record of the default project has the first one, which every reader knows; that of
 * another project is refused by readers that would take it for one of the default project.
 */
export function schemaVersionOf({ project }: Pick<RecordHead, 'project'>): number {
  return project === undefined ? WITHOUT_PROJECT : WITH_PROJECT;
}

/** The bytes are not a record that this version of the product can read. */
export class RecordDecodeError extends Error {
  override readonly name = 'RecordDecodeError';
}

/** A writer that grew no larger than this is used again: a new one would grow to a record's size by doubling, and copy it each time. */
const KEPT_BYTES = 256 * 1024;
let kept: Writer | undefined;

/** A record as `sluice.record.v1.Record` (proto/sluice/record/v1/record.proto). Lossless for text without lone surrogates. */
export function encodeRecord(record: SluiceRecord): Uint8Array {
  const writer = kept ?? Writer.create();
  kept = undefined; // one that fails half-way is not used again
  writeRecord(record, writer);
  const bytes = writer.finish();
  if (writer.buf.length <= KEPT_BYTES) kept = writer.reset();
  return bytes;
}

/** Writes what `encodeRecord` returns. */
export function writeRecord(record: SluiceRecord, writer: Writer): void {
  Message.encode({ schemaVersion: schemaVersionOf(record), ...toWire(record) }, writer);
}

/**
 * A record that anybody may have written: whatever it holds can be computed with, and merged.
 * @throws RecordDecodeError for bytes that are cut, damaged, of an unknown schema version, or with an id, a time, a stamp, a
 * number or a free-form value that no record may have; nothing else is thrown
 */
export function decodeRecord(bytes: Uint8Array): SluiceRecord {
  return decode(bytes, checkJson);
}

/** As `decodeRecord`, of bytes that this program has encoded itself: free-form values are not read once more. */
export function decodeOwnRecord(bytes: Uint8Array): SluiceRecord {
  return decode(bytes, () => undefined);
}

function decode(bytes: Uint8Array, check: (record: SluiceRecord) => void): SluiceRecord {
  let version: number;
  try {
    const message = Message.decode(bytes);
    version = message.schemaVersion;
    if (version === WITHOUT_PROJECT || version === WITH_PROJECT) {
      const record = fromWire(message);
      if (schemaVersionOf(record) !== version) throw new FieldError('the schema version is not that of its project');
      check(record);
      return record;
    }
  } catch (cause) {
    const reason = cause instanceof FieldError ? `: ${cause.message}` : '';
    throw new RecordDecodeError(`the bytes are not a record${reason}`, { cause });
  }
  throw new RecordDecodeError(
    `record schema version ${version} is unknown, ${WITHOUT_PROJECT} and ${WITH_PROJECT} are read`,
  );
}

/** Tag and length of one text or one nested message, at most: two bytes and five. */
const FRAME = 7;
/** Tag and value of one number or flag, at most. */
const NUMBER = 12;

/** Bytes that one UTF-16 unit takes in UTF-8, at most. */
const UNIT = 3;
/** Texts of fewer units are not looked at: most are ids and names, and to ask for their bytes costs more than all else. */
const SHORT = 64;

/** Who splits records asks, and who queues them asks again. */
const sizes = new WeakMap<object, number>();

/**
 * At least as many bytes as `encodeRecord` writes of a record or of one of its items, some per field more, at a fraction of its
 * cost: for splitting what is too large for one message, and for bounding what waits.
 */
export function recordSize(recordOrItem: object): number {
  let size = sizes.get(recordOrItem);
  if (size === undefined) sizes.set(recordOrItem, (size = sizeOf(recordOrItem)));
  return size;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return FRAME + (value.length < SHORT ? UNIT * value.length : Buffer.byteLength(value));
  if (typeof value !== 'object' || value === null) return NUMBER;
  let size = FRAME;
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item);
  } else if (value instanceof Map) {
    for (const [key, item] of value) size += FRAME + sizeOf(key) + sizeOf(item);
  } else {
    // Member names are not written, the names of buckets are: those of all numbers are counted.
    // for…in makes no array of entries: it halves the time of a function that sees every record twice.
    for (const key in value) {
      const item = (value as Readonly<Record<string, unknown>>)[key];
      size += typeof item === 'number' ? FRAME + sizeOf(key) + NUMBER : sizeOf(item);
    }
  }
  return size;
}
