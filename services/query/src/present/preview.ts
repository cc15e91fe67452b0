import { ANSWER_LIMITS, parseJson } from '@sluice/record';

/** Whole characters of a JSON string: plain characters and escapes. */
const WHOLE = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/;

/**
 * Returns the beginning of a value for people (contract: Reading traces): the text of a string, the JSON of any other value as sent.
 * @param beginning of the JSON text of the value, which may be cut anywhere between characters
 */
export function previewOf(beginning: string | null): string | null {
  if (beginning === null) return null;
  return firstCharacters(beginning.startsWith('"') ? textOf(beginning) : beginning, ANSWER_LIMITS.preview);
}

/** Returns the text of a JSON string that may be cut, without an incomplete escape at its end. */
function textOf(beginning: string): string {
  const [whole = ''] = WHOLE.exec(beginning.slice(1)) ?? [];
  return parseJson(`"${whole}"`) as string;
}

/** Cuts a text after `most` code points, without half a character. */
function firstCharacters(text: string, most: number): string {
  let end = 0;
  for (let count = 0; count < most && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  const last = text.charCodeAt(end - 1);
  // The other half of an escaped pair was cut off.
  return (
    end === text.length && last >= 0xd800 && last <= 0xdbff ? text.slice(0, end - 1) : text.slice(0, end)
  ).toWellFormed();
}
