import type { Choices } from './choices';
import { KEY_LITERALS, STRINGS, TEXTS, TIMES } from './edge-values';
import { type JsonTree, list, number, text } from './json-tree';

/** The days that times are in mostly: few, so that sums have something to sum. */
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

/** A time in the days of the run, in milliseconds since the epoch. */
export function usualTime(choices: Choices): number {
  return FIRST_DAY + choices.below(DAYS * DAY_MS);
}

/** An ISO 8601 time, mostly a usual one. */
export function timeText(choices: Choices): string {
  return choices.oneIn(30) ? choices.pick(TIMES) : new Date(usualTime(choices)).toISOString();
}

/** A short text, mostly one of a few, so that filters find something. */
export function shortText(choices: Choices, name: string): string {
  return choices.oneIn(5) ? choices.pick(TEXTS) : `${name}-${choices.below(6)}`;
}

/** A valid JSON value of any kind. */
export function freeValue(choices: Choices, depth = 3): JsonTree {
  const kind = choices.below(depth > 0 ? 8 : 4);
  if (kind === 0) return text(choices.pick(TEXTS));
  if (kind === 1) return number(choices.pick([0, 1, -1, 1.5, 1e21, 2 ** 53, 0.1]));
  if (kind === 2) return choices.pick(['null', 'true', 'false']);
  if (kind === 3) return choices.pick(VALID_STRINGS);
  if (kind < 6) return list(choices.many(0, 3, () => freeValue(choices, depth - 1)));
  return freeObject(choices, depth);
}

export function freeObject(choices: Choices, depth = 3): JsonTree {
  const members = choices.many(0, 3, (): [string, JsonTree] => [
    choices.oneIn(5) ? choices.pick(KEY_LITERALS) : `"k${choices.below(5)}"`,
    freeValue(choices, depth - 1),
  ]);
  return { kind: 'members', members };
}

/** The value once in so many times. */
export function sometimes<T>(choices: Choices, oneIn: number, make: () => T): T | undefined {
  return choices.oneIn(oneIn) ? make() : undefined;
}
