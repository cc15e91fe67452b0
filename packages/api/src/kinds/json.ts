import { parseJson, storable } from '@sluice/record';
import type { Schema } from '../document';
import { type Kind, invalid, oneValue } from './kind';

/** Returns the value of a text that is JSON; undefined for other text. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const SPACE = '[ \\t\\n\\r]*';
const STRING = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"';
const MEMBER = `${STRING}${SPACE}:${SPACE}${STRING}`;

/** The text of a JSON object of strings: flat enough for a pattern, so that no client has to read `contentSchema`. */
const LABELS: Schema = {
  type: 'string',
  pattern: `^${SPACE}\\{${SPACE}(?:${MEMBER}(?:${SPACE},${SPACE}${MEMBER})*${SPACE})?\\}${SPACE}$`,
  contentMediaType: 'application/json',
  contentSchema: { type: 'object', additionalProperties: { type: 'string' } },
};

/** JSON object of strings, by their names; empty where it is absent. */
export const labels = (): Kind<ReadonlyMap<string, string>> =>
  oneValue(LABELS, new Map<string, string>(), (text, name) => {
    const value = jsonOf(text);
    const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const strings = entries.flatMap(([key, label]: [string, unknown]): [string, string][] =>
      typeof label === 'string' ? [[storable(key), storable(label)]] : [],
    );
    if (strings.length < entries.length || (entries.length === 0 && !/^\s*\{\s*\}\s*$/.test(text))) {
      throw invalid(name, 'a JSON object of strings', text);
    }
    return new Map(strings);
  });
