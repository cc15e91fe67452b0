import { type Change, diffLines, diffWordsWithSpace } from 'diff';

/** A piece of two texts: of both, of the first alone, or of the second alone. */
export interface DiffRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are compared by lines, and much longer ones not at all. */
const MOST_FOR_WORDS = 20_000;
const MOST_FOR_LINES = 1_000_000;
/** Pieces that are added or removed: the time grows with their square, and the page waits meanwhile. */
const MOST_EDITS = 1_000;
/** Of the letters of the longer text. */
const LEAST_SAME = 0.25;

/** How two texts differ, by words or lines; nothing where they are too long or differ too much to tell. */
export function diffText(before: string, after: string): readonly DiffRun[] | undefined {
  const length = Math.max(before.length, after.length);
  if (length > MOST_FOR_LINES) return undefined;
  const bound = { maxEditLength: MOST_EDITS };
  const changes = length > MOST_FOR_WORDS ? diffLines(before, after, bound) : diffWordsWithSpace(before, after, bound);
  if (changes !== undefined && isOther(changes, before, after)) return undefined;
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** Whether so few of the words of either text are in the other that word by word nobody could read them. */
function isOther(changes: readonly Change[], before: string, after: string): boolean {
  const letters = (text: string): number => text.replace(/[\s\p{P}]/gu, '').length;
  const most = Math.max(letters(before), letters(after));
  const same = changes.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : letters(value)), 0);
  return Math.min(letters(before), letters(after)) > 0 && same < LEAST_SAME * most;
}
