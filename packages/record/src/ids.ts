import { createHash } from 'node:crypto';
import { LONGEST_ID, isLonger } from './limits';

/** The nil UUID. Stored as a parent id it means "sent as top-level", which differs from "not sent". */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX_32 = /^[0-9a-f]{32}$/i;
const HEX_16 = /^[0-9a-f]{16}$/i;

const LOWER_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a text is a UUID in the form of all records and rows: lower case, with dashes. */
export function isUuid(text: string): boolean {
  return LOWER_UUID.test(text);
}

/** Returns 32 lower-case hex digits dashed 8-4-4-4-12. The caller has checked the digits. */
export function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Parses a trace id of 32 hex digits or a UUID in any case to a lower-case UUID; undefined for any other text (contract: Ids). */
export function parseTraceId(text: string): string | undefined {
  if (UUID.test(text)) return text.toLowerCase();
  if (HEX_32.test(text)) return dashed(text.toLowerCase());
  return undefined;
}

/** Parses the ids of `parseTraceId`, and 16 hex digits (a span id), padded on the left with zeros (spec 4.8). */
export function parseObservationId(text: string): string | undefined {
  return HEX_16.test(text) ? observationIdOfSpan(text.toLowerCase()) : parseTraceId(text);
}

/** Namespace of the keys of text ids (RFC 9562, version 5). */
const TEXT_IDS = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex');

/** Returns the key of an id that is any text: its UUID of version 5. Keys of traces, observations and scores differ. */
function keyOfText(kind: 'trace' | 'observation' | 'score', text: string): string {
  const bytes = createHash('sha1').update(TEXT_IDS).update(`${kind}/${text}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return dashed(bytes.toString('hex'));
}

/** Characters that no id has: line breaks, and U+0000, which no text in Postgres has. */
const REFUSED = /[\0\r\n]/;

const mayBeId = (text: string): boolean => text !== '' && !isLonger(text, LONGEST_ID) && !REFUSED.test(text);

/** Parses a trace id of any form, also one that is any text, to a lower-case UUID; undefined for text that is no id. */
export function traceIdOfText(text: string): string | undefined {
  return parseTraceId(text) ?? (mayBeId(text) ? keyOfText('trace', text) : undefined);
}

/** Parses an observation id of any form, as `traceIdOfText` a trace id. */
export function observationIdOfText(text: string): string | undefined {
  return parseObservationId(text) ?? (mayBeId(text) ? keyOfText('observation', text) : undefined);
}

/** Returns the key of a score id, which is text of any form, also where it looks like another id; undefined for text that is no id. */
export function scoreIdOfText(text: string): string | undefined {
  return mayBeId(text) ? keyOfText('score', text) : undefined;
}

/** Beginning of the observation ids that are made of span ids. */
const SPAN_PADDING = '00000000-0000-0000-';

/** Returns the observation id of a span id: 16 lower-case hex digits, zero-padded to a UUID (spec 4.8). */
export function observationIdOfSpan(spanHex: string): string {
  return `${SPAN_PADDING}${spanHex.slice(0, 4)}-${spanHex.slice(4)}`;
}

/** Returns the form in which an observation id was first sent: the 16 hex digits of a span id, otherwise the UUID (contract: Ids). */
export function sentObservationId(id: string): string {
  return id.startsWith(SPAN_PADDING) ? id.slice(SPAN_PADDING.length).replace('-', '') : id;
}

const PROJECT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Returns whether a text is a project id, as in credentials: 1 to 64 letters, digits, `.`, `_` and `-`, the first a letter or digit. */
export function isProjectId(text: string): boolean {
  return PROJECT.test(text);
}
