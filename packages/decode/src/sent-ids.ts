import {
  LONGEST_ID,
  observationIdOfText,
  parseObservationId,
  parseTraceId,
  scoreIdOfText,
  traceIdOfText,
} from '@sluice/record';
import type { DecodeError } from './decode-error';
import type { Sent } from './schemas/body-schema';

/* Ids of bodies in which an id may be any text (contract: Forms of ids). */

export const ID_RULE = `must be a text of 1 to ${LONGEST_ID} characters without line breaks`;

/** Key of an id, and the id as sent if its key is made of its text. */
export interface SentId {
  readonly id: string;
  readonly sentId?: string;
}

type ParseId = (text: string) => string | undefined;

/** Parsers of one kind of ids: of UUIDs and hex digits, and of any text. */
interface IdParsers {
  readonly plain: ParseId;
  readonly any: ParseId;
}

export const TRACE_ID: IdParsers = { plain: parseTraceId, any: traceIdOfText };
export const OBSERVATION_ID: IdParsers = { plain: parseObservationId, any: observationIdOfText };

/** Returns undefined for a text that is no id. */
export function sentId(text: string, { plain, any }: IdParsers): SentId | undefined {
  const known = plain(text);
  if (known !== undefined) return { id: known };
  const id = any(text);
  return id === undefined ? undefined : { id, sentId: text };
}

/** Reader of the members of an object, which makes the error of one of them. */
interface Refusing {
  readonly invalid: (name: string, rule: string) => DecodeError;
}

/** Returns undefined for an absent or empty id. @throws DecodeError for any other that is none */
export function idOf<Name extends string>(
  name: Name,
  raw: Sent<Name>,
  members: Refusing,
  parsers: IdParsers,
): SentId | undefined {
  const sent = raw[name];
  if (typeof sent !== 'string' || sent === '') return undefined;
  const id = sentId(sent, parsers);
  if (id === undefined) throw members.invalid(name, ID_RULE);
  return id;
}

/** Returns the id of a score as sent; undefined for an absent or empty id. @throws DecodeError for any other that is none */
export function scoreIdOf(raw: Sent<'id'>, members: Refusing): string | undefined {
  const sent = raw.id;
  if (typeof sent !== 'string' || sent === '') return undefined;
  if (scoreIdOfText(sent) === undefined) throw members.invalid('id', ID_RULE);
  return sent;
}
