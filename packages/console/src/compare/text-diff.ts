import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of two texts: of both, of the first alone, or of the second alone. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are compared by lines, and much longer ones not at all. */
const MOST_FOR_WORDS = 20_000;
const MOST_FOR_LINES = 1_000_000;
/** Time that a comparison may take, in milliseconds; the page waits meanwhile. */
const MOST_MS = 100;

/** How two texts differ, by words or lines; nothing where they are too long or differ too much to tell in time. */
export function diffText(before: string, after: string): readonly Piece[] | undefined {
  const length = Math.max(before.length, after.length);
  if (length > MOST_FOR_LINES) return undefined;
  const bound = { timeout: MOST_MS };
  const changes = length > MOST_FOR_WORDS ? diffLines(before, after, bound) : diffWordsWithSpace(before, after, bound);
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
