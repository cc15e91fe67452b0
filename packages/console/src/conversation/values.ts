import { type Exact, type ExactObject, isArray, isObject, parseExact } from '../json/exact-value';
import type { Media, ContentPart } from './model';

export const textIn = (value: Exact | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Most characters of a name or role, which is shown in one line; any text may be sent as one. */
const LONGEST_WORD = 200;

/** Cuts a name or a role to LONGEST_WORD characters. */
export function shortened<Word extends string | undefined>(word: Word): Word | string {
  return word !== undefined && word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word;
}

/** Returns the first of these members that is a text. */
export function firstText(object: ExactObject, ...names: readonly string[]): string | undefined {
  return names.map((name) => object[name]).find((value) => typeof value === 'string');
}

/** Returns the first of these members that is present and not null. */
export function firstValue(object: ExactObject, ...names: readonly string[]): Exact | undefined {
  return names.map((name) => object[name]).find((value) => value !== undefined && value !== null);
}

export function objectIn(value: Exact | undefined): ExactObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Parses a text that is the JSON of an array or object; returns any other value unchanged. */
export function unwrapped(value: Exact | undefined): Exact | undefined {
  if (typeof value !== 'string' || !/^\s{0,20}[[{]/.test(value)) return value;
  return parseExact(value) ?? value;
}

export const textPart = (text: string): ContentPart => ({ kind: 'text', text });

/** Converts a tool result: a text to a text part, known parts to parts, any other value to a value part. */
export function answerParts(
  value: Exact | undefined,
  partsOf: (items: readonly Exact[]) => readonly ContentPart[] | undefined,
): readonly ContentPart[] {
  if (value === undefined || value === null) return [];
  const inner = unwrapped(value);
  if (typeof inner === 'string') return [textPart(inner)];
  const parts = isArray(inner) && inner.length > 0 ? partsOf(inner) : undefined;
  return parts ?? [{ kind: 'value', name: undefined, value: inner ?? null }];
}

const DATA_URI = /^data:([\w.+-]{1,60}\/[\w.+-]{1,80})?(?:;[\w.+-]{1,40}=[^;,]{0,100}){0,4};base64,/;

/** Makes a file of a URL; a `data:` URL contains the file. */
export function mediaAt(address: string, type?: string, name?: string): Media {
  const uri = DATA_URI.exec(address.slice(0, 600));
  if (uri === null) return { type, name, data: undefined, address: address };
  return { type: uri[1] ?? type, name, data: address.slice(uri[0].length), address: undefined };
}

/** Makes a file of base64, which some senders prefix with `data:…`. */
export function mediaOf(data: string, type?: string, name?: string): Media {
  return data.startsWith('data:') ? mediaAt(data, type, name) : { type, name, data, address: undefined };
}

export const mediaPart = (media: Media): ContentPart => ({ kind: 'media', media });
