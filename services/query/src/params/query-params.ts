import { badRequest } from '@sluice/http';
import {
  ANSWER_LIMITS,
  type ParsedTime,
  TIME_BEGIN,
  TIME_END,
  parseInstant,
  parseJson,
  storable,
} from '@sluice/record';

/** The query part of a URL as `node:querystring` parses it. */
export type Query = Readonly<Record<string, unknown>>;

/** Longer values are not repeated in a message. */
const LONGEST_SHOWN = 80;

/** 400 for a named parameter: what was expected, and what came (contract: HTTP in general). */
export function invalid(name: string, accepted: string, got: string): Error {
  return badRequest(`${name}: expected ${accepted}, got ${shown(got)}`);
}

function shown(text = ''): string {
  return JSON.stringify(text.slice(0, LONGEST_SHOWN));
}

/** All values of a parameter that are not empty, as they are stored: an empty value is an absent one. */
export function valuesOf(query: Query, name: string): readonly string[] {
  const value = query[name];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((item) => (typeof item === 'string' && item !== '' ? storable(item) : []));
}

/** The one value of a parameter. Given twice with different values it is ambiguous. */
export function scalar(query: Query, name: string): string | undefined {
  const [value, ...others] = valuesOf(query, name);
  const other = others.find((item) => item !== value);
  if (other !== undefined) throw badRequest(`${name}: expected one value, got ${shown(value)} and ${shown(other)}`);
  return value;
}

/** A decimal integer within bounds, both included; never clamped. */
export function integer(
  query: Query,
  name: string,
  { fallback, max = ANSWER_LIMITS.page }: { readonly fallback: number; readonly max?: number },
): number {
  const text = scalar(query, name);
  if (text === undefined) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= max) return value;
  throw invalid(name, `an integer from 1 to ${max}`, text);
}

/** The value of a text that is JSON; undefined for other text. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** One of a closed set of words, in this spelling. */
export function choice<T extends string>(query: Query, name: string, choices: readonly T[], fallback: T): T {
  const text = scalar(query, name);
  if (text === undefined) return fallback;
  const chosen = choices.find((word) => word === text);
  if (chosen === undefined) throw invalid(name, `one of ${choices.join(', ')}`, text);
  return chosen;
}

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
 * An ISO 8601 time as the bound of a window; one before 1970 or after 2199 is the beginning or the end of all times that
 * are stored (contract: HTTP in general).
 */
export function time(query: Query, name: string): ParsedTime | undefined {
  const text = scalar(query, name);
  return text === undefined ? undefined : bound(name, text);
}

/** The same of a text. @param name of what it is given for */
export function bound(name: string, text: string): ParsedTime {
  const parsed = parseInstant(withLostPlus(text));
  if (parsed === undefined) throw invalid(name, 'an ISO 8601 time', text);
  if (parsed.micros < TIME_BEGIN) return BEGIN;
  return parsed.micros < TIME_END ? parsed : END;
}

/**
 * Several values: the parameter repeated, with or without `[]` after its name, or one value separated by commas.
 * Repeated values are not split again, so that a value with a comma can be given.
 */
export function list(query: Query, name: string): readonly string[] {
  const values = [...valuesOf(query, name), ...valuesOf(query, `${name}[]`)];
  const parts = values.length === 1 ? values.flatMap((value) => value.split(',')) : values;
  return [...new Set(parts.filter((part) => part !== ''))];
}
