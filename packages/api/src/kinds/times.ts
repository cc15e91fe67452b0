import {
  type Micros,
  type ParsedTime,
  type SearchCursor,
  TIME_BEGIN,
  TIME_END,
  observationIdOfText,
  parseInstant,
  parseObservationId,
  parseTraceId,
  scoreIdOfText,
  traceIdOfText,
} from '@sluice/record';
import { ref } from '../schemas/values';
import { type Kind, invalid, oneValue, scalar } from './kind';

const ZONE = /^\d{2}(?::?\d{2})?$/;

/** `2026-11-20T22:00:00 01:00`: the plus of the zone was not encoded and arrived as a space. */
function withLostPlus(text: string): string {
  const space = text.lastIndexOf(' ');
  const [local, zone] = [text.slice(0, space), text.slice(space + 1)];
  // Before the hour of a time there is a space too.
  return space > 0 && local.includes(':') && ZONE.test(zone) ? `${local}+${zone}` : text;
}

/** Bounds outside of all stored times: no time is at or after END, or, the precision added, before BEGIN. */
const BEGIN: ParsedTime = { micros: TIME_BEGIN, precision: 0 };
const END: ParsedTime = { micros: TIME_END, precision: 0 };

/**
 * Reads an ISO 8601 time as the bound of a window; one before 1970 or after 2199 is the beginning or the end of all times
 * that are stored (contract: HTTP in general).
 * @param name of the parameter or member
 * @throws ApiError 400
 */
export function readBound(text: string, name: string): ParsedTime {
  const parsed = parseInstant(withLostPlus(text));
  if (parsed === undefined) throw invalid(name, 'an ISO 8601 time', text);
  if (parsed.micros < TIME_BEGIN) return BEGIN;
  return parsed.micros < TIME_END ? parsed : END;
}

/** Time that bounds a window, and how finely it was written. */
export const time = (): Kind<ParsedTime | undefined> => oneValue(ref('WindowTime'), undefined, readBound);

const readPosition =
  (what: string) =>
  (text: string, name: string): SearchCursor => {
    const [timestamp = '', given = '', ...rest] = text.split(',', 3);
    const id = parseTraceId(given);
    if (id === undefined || rest.length > 0) throw invalid(name, what, text);
    return { timestamp: readBound(timestamp, name).micros, id };
  };

/**
 * Position as an answer has it, `<time>,<id>`. The schema shows any text: no client makes one.
 * @param what is accepted, as the refusal words it
 */
export const position = (what: string): Kind<SearchCursor | undefined> =>
  oneValue({ type: 'string' }, undefined, readPosition(what));

/** Position, or the word for the beginning of the order. @param what as `position` has it */
export function positionOr<const Word extends string>(word: Word, what: string): Kind<SearchCursor | Word | undefined> {
  const read = readPosition(`${word} or ${what}`);
  return oneValue({ type: 'string' }, undefined, (text, name) => (text === word ? word : read(text, name)));
}

/** Place of an observation in a list, with the id of its trace. */
export interface ObservationPosition extends SearchCursor {
  readonly observationId: string;
}

/** Position in a list of observations as an answer has it, `<time>,<trace id>,<observation id>`. */
export const observationPosition = (): Kind<ObservationPosition | undefined> =>
  oneValue({ type: 'string' }, undefined, (text, name) => {
    const [timestamp = '', trace = '', given = '', ...rest] = text.split(',', 4);
    const [id, observationId] = [parseTraceId(trace), parseObservationId(given)];
    if (id === undefined || observationId === undefined || rest.length > 0) {
      throw invalid(name, 'the cursor of an answer', text);
    }
    return { timestamp: readBound(timestamp, name).micros, id, observationId };
  });

/** Id of a parent in any form; null for text that is no id, and an empty text for no parent. */
export const parentId = (): Kind<string | null | undefined> => ({
  schema: { type: 'string' },
  read: (query, name) => {
    const text = scalar(query, name);
    if (text !== undefined) return observationIdOfText(text) ?? null;
    return query[name] === '' ? '' : undefined;
  },
});

/** Trace id in any form; null for text that is no id, which nothing has. */
export const traceId = (): Kind<string | null | undefined> =>
  oneValue({ type: 'string' }, undefined, (text) => traceIdOfText(text) ?? null);

/** Place of a score in a list. */
export interface ScorePosition {
  readonly timestamp: Micros;
  /** Id of the score, as sent. */
  readonly id: string;
}

/** Position in a list of scores as an answer has it: base64url of `<time>,<id>`. */
export const scorePosition = (): Kind<ScorePosition | undefined> =>
  oneValue({ type: 'string' }, undefined, (text, name) => {
    const decoded = /^[A-Za-z0-9_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
    const comma = decoded.indexOf(',');
    const [at, id] = [parseInstant(decoded.slice(0, Math.max(0, comma))), decoded.slice(comma + 1)];
    if (at === undefined || comma < 0 || scoreIdOfText(id) === undefined)
      throw invalid(name, 'the cursor of an answer', text);
    return { timestamp: at.micros, id };
  });
