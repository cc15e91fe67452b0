import { Writer } from 'protobufjs/minimal';
import { sluice } from '../generated/record';
import { compactBytes, isCompact, plainBytes } from './compact-bytes';
import { type Kind, type SluiceRecord, checkJson, fromWire, toWire } from './kinds';
import type { RecordHead } from './kinds/kind';
import type { EventStamps } from './kinds/trace-record';
import { FieldError } from './wire';

const Message = sluice.record.v1.Record;

const WITHOUT_PROJECT = 1;
const WITH_PROJECT = 2;
const WITH_STAMPS = 3;
const WITH_SCORES = 4;
const VERSIONS: readonly number[] = [WITHOUT_PROJECT, WITH_PROJECT, WITH_STAMPS, WITH_SCORES];

/**
 * Returns the schema version for a record. A record of the default project has the first version, which every reader knows. A record of
 * another project has the second: older readers refuse it, which would otherwise store it in the default project. A record with stamps of
 * an event has the third: older readers would order it by its receipt. A record of scores has the fourth.
 */
export function schemaVersionOf({
  kind,
  project,
  stamps,
}: Pick<RecordHead, 'project'> & { readonly kind: Kind; readonly stamps?: EventStamps }): number {
  if (kind === 'score') return WITH_SCORES;
  if (stamps !== undefined) return WITH_STAMPS;
  return project === undefined ? WITHOUT_PROJECT : WITH_PROJECT;
}

/** The bytes are not a record that this version of the product can read. */
export class RecordDecodeError extends Error {
  override readonly name = 'RecordDecodeError';
}

/** Size up to which a protobuf writer is used again: a new one would grow to a record's size by doubling, with a copy each time. */
const KEPT_BYTES = 256 * 1024;
let kept: Writer | undefined;

/** Encodes a record as `sluice.record.v1.Record` (proto/sluice/record/v1/record.proto). Lossless for text without lone surrogates. */
export function encodeRecord(record: SluiceRecord): Uint8Array {
  const writer = kept ?? Writer.create();
  kept = undefined; // a writer that fails in between is not used again
  writeRecord(record, writer);
  const bytes = writer.finish();
  if (writer.buf.length <= KEPT_BYTES) kept = writer.reset();
  return bytes;
}

/** Encodes a record for a log, in which bytes that it repeats are stored once. `decodeRecord` reads both forms. */
export function encodeForLog(record: SluiceRecord): Buffer {
  const encoded = encodeRecord(record);
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  return compactBytes(bytes) ?? bytes;
}

/** Writes the bytes of `encodeRecord`. */
export function writeRecord(record: SluiceRecord, writer: Writer): void {
  Message.encode({ schemaVersion: schemaVersionOf(record), ...toWire(record) }, writer);
}

/**
 * Decodes a record of any sender: all of its content can be computed with, and merged.
 * @throws RecordDecodeError for bytes that are cut, damaged, of an unknown schema version, or with an id, a time, a stamp, a number or a
 * free-form value that no record may have; nothing else is thrown
 */
export function decodeRecord(bytes: Uint8Array): SluiceRecord {
  return decode(bytes, checkJson);
}

/** Decodes bytes that this program has encoded itself, as `decodeRecord` does, but without a check of free-form values. */
export function decodeOwnRecord(bytes: Uint8Array): SluiceRecord {
  return decode(bytes, () => undefined);
}

function decode(bytes: Uint8Array, check: (record: SluiceRecord) => void): SluiceRecord {
  let version: number;
  try {
    const message = Message.decode(isCompact(bytes) ? plainBytes(bytes) : bytes);
    version = message.schemaVersion;
    if (VERSIONS.includes(version)) {
      const record = fromWire(message);
      if (schemaVersionOf(record) !== version) throw new FieldError('the schema version is not that of its content');
      check(record);
      return record;
    }
  } catch (cause) {
    const reason = cause instanceof FieldError ? `: ${cause.message}` : '';
    throw new RecordDecodeError(`the bytes are not a record${reason}`, { cause });
  }
  throw new RecordDecodeError(`record schema version ${version} is unknown, ${VERSIONS.join(', ')} are read`);
}

/** Upper bound of tag and length of one text or one nested message: two bytes and five. */
const FRAME = 7;
/** Upper bound of tag and value of one number or flag. */
const NUMBER = 12;

/** Upper bound of the UTF-8 bytes of one UTF-16 unit. */
const UNIT = 3;
/**
 * Limit of UTF-16 units below which the bytes of a text are estimated: most texts are ids and names, and measuring these costs more than
 * all else.
 */
const SHORT = 64;

/** Cached sizes: the code that splits records reads them, and the code that queues them reads them again. */
const sizes = new WeakMap<object, number>();

/**
 * Returns an upper bound of the bytes that `encodeRecord` writes for a record or one of its items, too high by some bytes per field, at a
 * fraction of its cost: for splitting records that exceed one message, and for the limits of queues.
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
    // Member names are not encoded, names of usage types are: those of all numbers are counted. for…in makes no array of entries: it halves
    // the time of a function that sees every record twice.
    for (const key in value) {
      const item = (value as Readonly<Record<string, unknown>>)[key];
      size += typeof item === 'number' ? FRAME + sizeOf(key) + NUMBER : sizeOf(item);
    }
  }
  return size;
}
