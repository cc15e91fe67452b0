import type { Choices } from './choices';
import { KEY_LITERALS, STRINGS, TEXTS, TIMES } from './edge-values';
import { type JsonTree, list, number, object, text } from './json-tree';

/** Number of days of most times: few, so that sums have several values. */
const DAYS = 3;
const FIRST_DAY = Date.UTC(2026, 10, 18);
const DAY_MS = 86_400_000;

function isJson(literal: string): boolean {
  try {
    JSON.parse(literal);
    return true;
  } catch {
    return false;
  }
}

const VALID_STRINGS = STRINGS.filter(isJson);

/** Returns a time in the days of the run, in milliseconds since the epoch. */
export function usualTime(choices: Choices): number {
  return FIRST_DAY + choices.below(DAYS * DAY_MS);
}

/** Returns an ISO 8601 time, mostly in the days of the run. */
export function timeText(choices: Choices): string {
  return choices.oneIn(30) ? choices.pick(TIMES) : new Date(usualTime(choices)).toISOString();
}

/** Returns a short text, mostly one of a few, so that filters find something. */
export function shortText(choices: Choices, name: string): string {
  return choices.oneIn(5) ? choices.pick(TEXTS) : `${name}-${choices.below(6)}`;
}

/** Returns a valid JSON value of any kind. */
export function freeValue(choices: Choices, depth = 3): JsonTree {
  const kind = choices.below(depth > 0 ? 9 : 4);
  if (kind === 0) return text(choices.pick(TEXTS));
  if (kind === 1) return number(choices.pick([0, 1, -1, 1.5, 1e21, 2 ** 53, 0.1]));
  if (kind === 2) return choices.pick(['null', 'true', 'false']);
  if (kind === 3) return choices.pick(VALID_STRINGS);
  if (kind < 6) return list(choices.many(0, 3, () => freeValue(choices, depth - 1)));
  return kind < 8 ? freeObject(choices, depth) : conversation(choices);
}

/** Line of a message: characters of each number of bytes, and escapes that belong together or to nothing. */
const LINE = String.raw`: the caf\u00e9 é 漢 😀 \ud83d\ude00 \ud83d \\ \"quoted\"\n`;

/** Returns a conversation of an agent up to a step. Those of one topic begin alike, so a trace repeats their long text. */
function conversation(choices: Choices): JsonTree {
  const topic = choices.below(3);
  const messages = Array.from({ length: 1 + choices.below(12) }, (_, step): JsonTree => {
    const lines = Array.from({ length: 20 }, (__, line) => `${topic} ${step} ${line * line}${LINE}`);
    return `"${lines.join('')}"`;
  });
  return object({ messages: list(messages) });
}

export function freeObject(choices: Choices, depth = 3): JsonTree {
  const members = choices.many(0, 3, (): [string, JsonTree] => [
    choices.oneIn(5) ? choices.pick(KEY_LITERALS) : `"k${choices.below(5)}"`,
    freeValue(choices, depth - 1),
  ]);
  return { kind: 'members', members };
}

/** Returns the value once in `oneIn` calls on average. */
export function sometimes<T>(choices: Choices, oneIn: number, make: () => T): T | undefined {
  return choices.oneIn(oneIn) ? make() : undefined;
}
