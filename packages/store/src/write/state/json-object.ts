import type { JsonText } from '@sluice/record';

/** The text of a JSON object whose members are given as text; null without members. */
export function joinMembers(members: ReadonlyMap<string, JsonText> | undefined): JsonText | null {
  if (members === undefined || members.size === 0) return null;
  let text = '{';
  for (const [key, value] of members) {
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${value}`;
  }
  return `${text}}`;
}

/**
 * The reverse of `joinMembers`, for text that it made: the top-level members, each value byte for byte. Parsing and
 * rebuilding would change numbers (1.0, large integers) and repeated keys inside the values.
 */
export function splitMembers(text: JsonText | null): Map<string, JsonText> {
  const members = new Map<string, JsonText>();
  if (text === null) return members;
  let at = 1;
  while (at < text.length - 1) {
    const keyEnd = endOfString(text, at);
    const valueEnd = endOfValue(text, keyEnd + 1);
    members.set(JSON.parse(text.slice(at, keyEnd)) as string, text.slice(keyEnd + 1, valueEnd));
    at = valueEnd + 1;
  }
  return members;
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at + 1;
    else if (Number.isNaN(code)) throw new SyntaxError('unterminated string in stored JSON text');
  }
}

/** The index of the comma or brace that ends the value that starts at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === ',' && depth === 0) return at;
    at += 1;
  }
  return at;
}
