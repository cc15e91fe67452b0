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
const OPEN_ROOT_DIGITS = ['2', '3'] as const;

const hexTime = (micros: number): string => micros.toString(16).padStart(14, '0');

/** Digits that are inverted at a time. */
const INVERTED = 8;

/** Returns each digit's complement to 15; the dashes of a UUID are left out. */
function invertHex(uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  let inverted = '';
  for (let at = 0; at < hex.length; at += INVERTED) {
    const digits = hex.slice(at, at + INVERTED);
    inverted += (16 ** digits.length - 1 - Number.parseInt(digits, 16)).toString(16).padStart(digits.length, '0');
  }
  return inverted;
}

/**
 * Returns the stamp of all values of native bodies and product attributes, and of every observation field: the later receive time wins,
 * then the higher record id.
 * @param receivedAt microseconds since the epoch, integer
 * @param recordId a UUID
 */
export function receiveStamp(receivedAt: number, recordId: string): Stamp {
  return [RECEIVED, hexTime(receivedAt), recordId.replaceAll('-', '')].join('');
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
  const span = invertHex(observationId);
  const time = hexTime(TIME_CEILING - start);
  const ranked = rank === 'openRoot' ? `${OPEN_ROOT_DIGITS[time.startsWith('1') ? 1 : 0]}${time.slice(1)}` : time;
  // Joined: other concatenations leave parts, and a stamp is compared with many others.
  return [RANK_DIGITS[rank], ranked, span, hexTime(receivedAt), recordId.replaceAll('-', '')].join('');
}

/** Returns whether a stamp is that of a root that leaves the value to model calls. */
export function isOpenRoot(stamp: Stamp): boolean {
  return OPEN_ROOT_DIGITS.some((digit) => stamp.startsWith(`${RANK_DIGITS.openRoot}${digit}`));
}

const STAMP = /^[0-4](?:[0-9a-f]{46}|[0-9a-f]{92})$/;

/** Returns whether a text has the layout of `receiveStamp` or `spanStamp`. */
export function isStamp(text: string): text is Stamp {
  return STAMP.test(text);
}

/** Returns the stamp of the first occurrence of a tag; the lower one is stored, and tags are listed in its order (contract: Updates). */
export function tagStamp(receivedAt: number, recordId: string, index: number): Stamp {
  return `${hexTime(receivedAt)}${recordId.replaceAll('-', '')}${index.toString(16).padStart(4, '0')}`;
}
