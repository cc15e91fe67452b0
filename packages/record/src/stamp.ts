import { hash } from 'node:crypto';

/**
 * Sortable text that orders the values of one field from different records: of two values the one with the higher stamp (compared as text,
 * by code unit) is stored, and an equal stamp replaces itself. Stamps make merging commutative, associative and idempotent, so the rows do
 * not depend on the order in which records are processed (packages/record/RATIONALE.md).
 *
 * Layout: one digit of rank, then the order within the rank, at fixed widths.
 */
export type Stamp = string;

/**
 * Source of a trace field of a span (contract: Trace fields): 2 the true root, 1 a span marked as root, 0 any other; `root`: a root without
 * the value, which replaces only values of rank 0; `openRoot`: such a root without product attributes, which leaves the value to model
 * calls. Values of product attributes and native values have a receive stamp, above them all.
 */
export type SpanRank = 0 | 'openRoot' | 'root' | 1 | 2;

const RANK_DIGITS = { 0: '0', openRoot: '0', root: '1', 1: '2', 2: '3' } as const satisfies Record<SpanRank, string>;
const RECEIVED = '4';

/** Upper bound of all accepted times (year 2200 is 7.3e15 microseconds). */
const TIME_CEILING = 2 ** 53 - 1;

/**
 * First digits of an open root. The inverted time has 53 bits, so its first digit is 0 or 1. That of an open root is higher by two, so its
 * stamp is above all of rank 0; a digit of its own would not fit between those of stored stamps.
 */
const OPEN_ROOT_RAISE = 2;
const OPEN_ROOTS = ['2', '3'].map((digit) => `${RANK_DIGITS.openRoot}${digit}`);

/** Bytes of the stamp that is being written: parts to join would be ten times as much garbage, for each record. */
const BYTES = Buffer.alloc(93);

const TWO_32 = 2 ** 32;
const DASH = 0x2d;

/** Returns the character of a hex digit, and the reverse. */
const character = (digit: number): number => digit + (digit < 10 ? 0x30 : 0x57);
const digitOf = (code: number): number => (code & 0xf) + (code > 0x39 ? 9 : 0);

/** Writes a time as 14 digits. @returns the index behind them */
function writeTime(micros: number, from: number): number {
  const low = micros >>> 0;
  const high = (micros - low) / TWO_32;
  let at = from;
  for (let shift = 20; shift >= 0; shift -= 4) BYTES[at++] = character((high >>> shift) & 0xf);
  for (let shift = 28; shift >= 0; shift -= 4) BYTES[at++] = character((low >>> shift) & 0xf);
  return at;
}

/** Writes the 32 digits of a UUID. @returns the index behind them */
function writeUuid(uuid: string, from: number): number {
  let at = from;
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i);
    if (code !== DASH) BYTES[at++] = code;
  }
  return at;
}

/** Writes each digit's complement to 15. @returns the index behind them */
function writeInverted(uuid: string, from: number): number {
  let at = from;
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i);
    if (code !== DASH) BYTES[at++] = character(15 - digitOf(code));
  }
  return at;
}

/**
 * Returns the stamp of all values of native bodies and product attributes, and of every observation field: the later receive time wins,
 * then the higher record id.
 * @param receivedAt microseconds since the epoch, integer
 * @param recordId a UUID
 */
export function receiveStamp(receivedAt: number, recordId: string): Stamp {
  BYTES[0] = RECEIVED.charCodeAt(0);
  return BYTES.toString('latin1', 0, writeUuid(recordId, writeTime(receivedAt, 1)));
}

/**
 * Returns the stamp of a trace field of a span: the higher rank wins, then the earlier start, then the lower span id; for a span sent twice
 * with different content the receive time decides.
 * @param start microseconds since the epoch, integer, at least 0
 * @param observationId the UUID of the span's observation
 */
export function spanStamp(
  rank: SpanRank,
  start: number,
  observationId: string,
  receivedAt: number,
  recordId: string,
): Stamp {
  BYTES[0] = RANK_DIGITS[rank].charCodeAt(0);
  const afterSpan = writeInverted(observationId, writeTime(TIME_CEILING - start, 1));
  if (rank === 'openRoot') BYTES[1] = (BYTES[1] as number) + OPEN_ROOT_RAISE;
  return BYTES.toString('latin1', 0, writeUuid(recordId, writeTime(receivedAt, afterSpan)));
}

/** Place of an event in the order of events (contract: Order of events). */
export interface EventPlace {
  /** Time of the event, in microseconds since the epoch, integer. */
  readonly at: number;
  readonly isUpdate: boolean;
  /** Index in its request, from 0 to 65,535. */
  readonly index: number;
  /** Any text. */
  readonly eventId: string;
}

/** Hex digits that the hash of an event id has in a stamp: with kind and index one more than a record id has. */
const EVENT_ID_DIGITS = 28;

/** Characters of the stamp of the fields of an event, which no other stamp has. */
const EVENT_STAMP_LENGTH = 48;

/** Writes the digits that order events of one time: creates before updates, then by index, then by the hash of the id. @returns the index behind them */
function writePlace({ isUpdate, index, eventId }: EventPlace, from: number): number {
  let at = from;
  BYTES[at++] = character(isUpdate ? 1 : 0);
  for (let shift = 12; shift >= 0; shift -= 4) BYTES[at++] = character((index >>> shift) & 0xf);
  return at + BYTES.write(hash('sha256', eventId).slice(0, EVENT_ID_DIGITS), at, 'latin1');
}

/** Returns the stamp of the fields of an event: its time is on one axis with the receive times of `receiveStamp`, and the later one wins. */
export function eventStamp(place: EventPlace): Stamp {
  BYTES[0] = RECEIVED.charCodeAt(0);
  return BYTES.toString('latin1', 0, writePlace(place, writeTime(place.at, 1)));
}

/** Returns whether a stamp is that of the fields of an event, whose metadata merges by nested members (contract: Order of events). */
export const isEventStamp = (stamp: Stamp): boolean => stamp.length === EVENT_STAMP_LENGTH;

/**
 * Returns the stamp of those fields of a create for which the first create wins, and any update wins over a create. Its time is on one axis
 * with the starts of true roots (`spanStamp`).
 */
export function firstEventStamp(place: EventPlace): Stamp {
  BYTES[0] = RANK_DIGITS[2].charCodeAt(0);
  const afterTime = writeTime(TIME_CEILING - place.at, 1);
  const end = writePlace(place, afterTime);
  for (let at = afterTime; at < end; at++) BYTES[at] = character(15 - digitOf(BYTES[at] as number));
  return BYTES.fill('0', end).toString('latin1');
}

/** Stamps of the id of a trace as sent, which follows from its key: below all others, the same in each record, a text above none. */
export const ID_STAMPS = {
  none: RANK_DIGITS[0].padEnd(47, '0'),
  text: `${RANK_DIGITS[0].padEnd(46, '0')}1`,
} as const satisfies Record<string, Stamp>;

/** Returns whether a stamp is that of a root that leaves the value to model calls. */
export function isOpenRoot(stamp: Stamp): boolean {
  return OPEN_ROOTS.some((beginning) => stamp.startsWith(beginning));
}

const STAMP = /^(?:4[0-9a-f]{47}|[0-4](?:[0-9a-f]{46}|[0-9a-f]{92}))$/;

/** Returns whether a text has the layout of a stamp. */
export function isStamp(text: string): text is Stamp {
  return STAMP.test(text);
}

/** Returns the stamp of the first occurrence of a tag; the lower one is stored, and tags are listed in its order (contract: Updates). */
export function tagStamp(receivedAt: number, recordId: string, index: number): Stamp {
  return BYTES.toString('latin1', 0, writeUuid(recordId, writeTime(receivedAt, 0))) + placeDigits(index);
}

/** Returns the stamp of a tag of an event, on one axis with `tagStamp`. @param stamp its `eventStamp` */
export const eventTagStamp = (stamp: Stamp, index: number): Stamp => stamp.slice(1) + placeDigits(index);

const placeDigits = (index: number): string => index.toString(16).padStart(4, '0');
