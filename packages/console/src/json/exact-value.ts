import { endOfString, endOfWord, isClosing, isOpening, isQuote, skipBetween } from './scan';

/** Number that JavaScript would write differently, such as `9007199254740993` or `1.0`, with the digits as sent. */
export class Digits {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** JSON value without loss of digits. */
export type Exact = null | boolean | number | string | Digits | readonly Exact[] | ExactObject;

/** Object without a prototype, so that `__proto__` is an ordinary member. */
export interface ExactObject {
  readonly [key: string]: Exact | undefined;
}

export function isObject(value: Exact | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits);
}

export const isArray = (value: Exact | undefined): value is readonly Exact[] => Array.isArray(value);

/** Parses JSON of any depth; undefined for invalid text. */
export function parseExact(text: string): Exact | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return readExact(text);
}

type Open = { readonly list: Exact[] } | { readonly members: Record<string, Exact>; key: string | undefined };

/** Parses text that is known to be valid JSON. @param most values; undefined for a text with more */
export function readExact(text: string, most = Infinity): Exact | undefined {
  let values = 0;
  const around: Open[] = [];
  let root: Exact | undefined;
  for (let at = skipBetween(text, 0); at < text.length; at = skipBetween(text, at)) {
    const code = text.charCodeAt(at);
    const top = around.at(-1);
    if (isClosing(code)) {
      around.pop();
      at += 1;
      continue;
    }
    values += 1;
    if (values > most) return undefined;
    let value: Exact;
    let opened: Open | undefined;
    if (isQuote(code)) {
      const end = endOfString(text, at);
      const string = stringOf(text, at, end);
      at = end;
      if (top !== undefined && 'members' in top && top.key === undefined) {
        top.key = string;
        continue;
      }
      value = string;
    } else if (isOpening(code)) {
      opened =
        text[at] === '[' ? { list: [] } : { members: Object.create(null) as Record<string, Exact>, key: undefined };
      value = 'list' in opened ? opened.list : opened.members;
      at += 1;
    } else {
      const end = endOfWord(text, at);
      value = wordOf(text.slice(at, end));
      at = end;
    }
    if (top === undefined) root = value;
    else if ('list' in top) top.list.push(value);
    else {
      top.members[top.key ?? ''] = value;
      top.key = undefined;
    }
    if (opened !== undefined) around.push(opened);
  }
  return root;
}

function stringOf(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}

function wordOf(source: string): Exact {
  if (source === 'null') return null;
  if (source === 'true' || source === 'false') return source === 'true';
  const number = Number(source);
  return String(number) === source ? number : new Digits(source);
}
