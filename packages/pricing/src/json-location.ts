/** Location at which a text stops being JSON, both counted from 1; a column counts UTF-16 units, as editors do. */
export interface JsonLocation {
  readonly line: number;
  readonly column: number;
}

const TOKEN =
  /[ \t\n\r]*(?:("(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;

/** Token that may follow: the first member of an object or entry of a list may also be its end. */
type Expected = 'value' | 'first entry' | 'name' | 'first name' | 'colon' | 'comma or end';

/**
 * Finds the first location at which a text is not JSON, because the engine's message contains it only for some errors, and quotes the text,
 * which may be secret.
 * @returns undefined if the text is JSON
 */
export function findJsonError(text: string): JsonLocation | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  while (open.length > 0 || expected !== 'comma or end') {
    TOKEN.lastIndex = at;
    const [token, string, literal, sign = ''] = TOKEN.exec(text) ?? [];
    if (token === undefined) return locationOf(text, at);
    const next = follow(expected, open, string === undefined ? (literal === undefined ? sign : 'literal') : 'string');
    if (next === undefined) return locationOf(text, at);
    expected = next;
    at += token.length;
  }
  return /[^ \t\n\r]/.test(text.slice(at)) ? locationOf(text, at) : undefined;
}

/** Checks a token. @returns what may follow it; undefined if the token is not expected */
function follow(expected: Expected, open: ('{' | '[')[], token: string): Expected | undefined {
  const inObject = open.at(-1) === '{';
  const isValueNext = expected === 'value' || expected === 'first entry';
  const mayEnd = expected === 'comma or end' || expected === (inObject ? 'first name' : 'first entry');
  if (open.length > 0 && mayEnd && token === (inObject ? '}' : ']')) {
    open.pop();
    return 'comma or end';
  }
  if (isValueNext && (token === '{' || token === '[')) {
    open.push(token);
    return token === '{' ? 'first name' : 'first entry';
  }
  if (isValueNext && (token === 'string' || token === 'literal')) return 'comma or end';
  if ((expected === 'name' || expected === 'first name') && token === 'string') return 'colon';
  if (expected === 'colon' && token === ':') return 'value';
  if (open.length > 0 && expected === 'comma or end' && token === ',') return inObject ? 'name' : 'value';
  return undefined;
}

function locationOf(text: string, at: number): JsonLocation {
  const blank = /^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0;
  const lines = text.slice(0, at + blank).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
