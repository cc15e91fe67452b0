import { ANSWER_LIMITS, firstCharacters, parseJson } from '@sluice/record';

/** Whole characters of a JSON string: plain characters and escapes. */
const WHOLE = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/;

/** First half of an escaped pair at the end of a text, the other half of which was cut off. */
const HALF = /[\uD800-\uDBFF]$/;

/**
 * Returns the beginning of a value for people (contract: Reading traces): the text of a string, the JSON of any other value as sent.
 * @param beginning of the JSON text of the value, which may be cut anywhere between characters
 */
export function previewOf(beginning: string | null): string | null {
  if (beginning === null) return null;
  const text = beginning.startsWith('"') ? textOf(beginning) : beginning;
  const shown = firstCharacters(text, ANSWER_LIMITS.preview);
  return (shown === text ? shown.replace(HALF, '') : shown).toWellFormed();
}

/** Returns the text of a JSON string that may be cut, without an incomplete escape at its end. */
function textOf(beginning: string): string {
  const [whole = ''] = WHOLE.exec(beginning.slice(1)) ?? [];
  return parseJson(`"${whole}"`) as string;
}
