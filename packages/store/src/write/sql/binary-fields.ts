import type { Picodollars } from '../state/money';
import { type ExactInteger, exactInteger } from '../state/exact-integer';
import { RefusedRecordError } from '../sqlstate';

/** Microseconds, and days, from 1970 to 2000, the epoch of Postgres. */
const EPOCH_MICROS = 946_684_800_000_000;
const EPOCH_DAYS = 10_957;
const DAY_MS = 86_400_000;

/** Bytes of the length of a field. */
const LENGTH_BYTES = 4;

/** Limit in characters up to which a text is written here if it is ASCII: that is faster than a call of the engine. */
const SHORT = 32;

/** Characters from which a text is measured before it is written; for shorter texts three bytes a character are reserved. */
const MEASURED = 4096;

const TWO_32 = 2 ** 32;

/** Base of the digit groups of a numeric, four decimal digits each; three groups are the twelve decimals of a picodollar. */
const GROUP = 10_000;
const FRACTION_GROUPS = 3;
const DECIMALS = 12;
const NEGATIVE = 0x4000;

/**
 * Writer of values in the binary formats of Postgres, each behind its length, as a row of COPY and an array contain them. Binary, because
 * Postgres reads it without parsing times, ids and amounts, and because nothing has to be escaped or concatenated here.
 */
export abstract class BinaryFields {
  protected piece: Buffer;
  /** Bytes of the piece that are written. */
  protected at: number;

  protected constructor(piece: Buffer, at: number) {
    this.piece = piece;
    this.at = at;
  }

  /** Makes room for bytes of which the piece has too few left. */
  protected abstract renew(bytes: number): void;

  none(): void {
    this.room(LENGTH_BYTES);
    this.int32(-1);
  }

  boolean(value: boolean): void {
    this.field(1);
    this.piece[this.at++] = value ? 1 : 0;
  }

  smallint(value: number): void {
    this.field(2);
    this.int16(value);
  }

  integer(value: number): void {
    this.field(4);
    this.int32(value);
  }

  /** Writes an int8. @throws RefusedRecordError for a larger sum, as Postgres refuses its text */
  bigint(value: ExactInteger): void {
    this.field(8);
    if (typeof value === 'number') this.#int64(value);
    else if (BigInt.asIntN(64, value) === value) this.at = this.piece.writeBigInt64BE(value, this.at);
    else throw new RefusedRecordError('22003', 'a sum is out of range for type bigint');
  }

  double(value: number): void {
    this.field(8);
    this.at = this.piece.writeDoubleBE(value, this.at);
  }

  /** Writes a time. @param micros microseconds since 1970 */
  time(micros: number): void {
    this.field(8);
    this.#int64(micros - EPOCH_MICROS);
  }

  /** Writes a date. @param day `YYYY-MM-DD` */
  date(day: string): void {
    this.integer(Date.parse(day) / DAY_MS - EPOCH_DAYS);
  }

  /** Writes a UUID. @param uuid 36 characters */
  uuid(uuid: string): void {
    this.field(16);
    const { piece } = this;
    let { at } = this;
    for (let i = 0; i < uuid.length; i += 2) {
      if (uuid.charCodeAt(i) === DASH) i += 1;
      piece[at++] = (nibble(uuid.charCodeAt(i)) << 4) | nibble(uuid.charCodeAt(i + 1));
    }
    this.at = at;
  }

  /** Writes a numeric(30, 12). */
  money(amount: Picodollars): void {
    const groups = groupsOf(amount < 0 ? -amount : amount);
    this.field(8 + 2 * groups);
    this.int16(groups);
    this.int16(groups - 1 - FRACTION_GROUPS);
    this.int16(amount < 0 ? NEGATIVE : 0);
    this.int16(DECIMALS);
    for (let i = groups - 1; i >= 0; i -= 1) this.int16(GROUPS[i] as number);
  }

  bytes(bytes: Buffer): void {
    this.field(bytes.length);
    this.at += bytes.copy(this.piece, this.at);
  }

  text(text: string): void {
    this.room(LENGTH_BYTES + mostBytes(text));
    const start = this.at + LENGTH_BYTES;
    const end = this.#short(text, start) ?? start + this.piece.write(text, start, 'utf8');
    this.int32(end - start);
    this.at = end;
  }

  /** Writes a short ASCII text. @returns its end; undefined for any other text */
  #short(text: string, start: number): number | undefined {
    if (text.length > SHORT) return undefined;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return undefined;
      this.piece[start + i] = code;
    }
    return start + text.length;
  }

  /** Reserves a field, and writes its length. */
  protected field(bytes: number, length = bytes): void {
    this.room(LENGTH_BYTES + bytes);
    this.int32(length);
  }

  protected room(bytes: number): void {
    if (this.at + bytes > this.piece.length) this.renew(bytes);
  }

  protected int16(value: number): void {
    this.piece[this.at++] = value >> 8;
    this.piece[this.at++] = value;
  }

  protected int32(value: number): void {
    this.piece[this.at++] = value >> 24;
    this.piece[this.at++] = value >> 16;
    this.piece[this.at++] = value >> 8;
    this.piece[this.at++] = value;
  }

  /** Writes eight bytes. @param value a safe integer */
  #int64(value: number): void {
    const high = Math.floor(value / TWO_32);
    this.int32(high);
    this.int32(value - high * TWO_32);
  }
}

/** Returns the bytes to reserve for a text. */
export const mostBytes = (text: string): number => (text.length < MEASURED ? text.length * 3 : Buffer.byteLength(text));

const DASH = 0x2d;

/** Returns the value of a hex digit. */
const nibble = (code: number): number => (code & 0xf) + (code > 0x39 ? 9 : 0);

/** Decimal digits of an amount in groups of four, the last group first. Reused, since each row has several amounts. */
const GROUPS: number[] = [];

/** Sets `GROUPS`. @returns number of groups; 0 for zero */
function groupsOf(amount: Picodollars): number {
  let groups = 0;
  let rest = amount;
  for (; typeof rest === 'bigint'; rest = exactInteger(rest / BigInt(GROUP)))
    GROUPS[groups++] = Number(rest % BigInt(GROUP));
  for (; rest > 0; rest = Math.floor(rest / GROUP)) GROUPS[groups++] = rest % GROUP;
  return groups;
}
