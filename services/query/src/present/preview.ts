import { ANSWER_LIMITS, parseJson } from '@sluice/record';

/** A whole character of a JSON string: one that stands for itself, or an escape. */
const WHOLE = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/;

/**
 * The beginning of a value for people (contract: Reading traces): of a string its text, of anything else its JSON as sent.
 * @param beginning of the JSON text of the value, which may be cut anywhere between characters
 */
export function previewOf(beginning: string | null): string | null {
  if (beginning === null) return null;
  return firstCharacters(beginning.startsWith('"') ? textOf(beginning) : beginning, ANSWER_LIMITS.preview);
}

/** The text of a JSON string that may be cut: without what is left of an escape at its end. */
function textOf(beginning: string): string {
  const [whole = ''] = WHOLE.exec(beginning.slice(1)) ?? [];
  return parseJson(`"${whole}"`) as string;
}

/** At most so many characters, which are code points: no half of one is left. */
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
