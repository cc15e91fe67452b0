import { type Change, diffLines, diffWordsWithSpace } from 'diff';

/** Run of a text diff: in both texts, in the first only, or in the second only. */
export interface DiffRun {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Characters above which texts are compared by lines instead of words, and above which they are not compared. */
const MAX_FOR_WORDS = 20_000;
const MAX_FOR_LINES = 1_000_000;
/** Most added and removed runs: the time grows with their square and blocks the page. */
const MAX_EDITS = 1_000;
/** Least share of equal letters in the longer text. */
const LEAST_SAME = 0.25;

/** Compares two texts by words or lines; undefined if they are too long or too different. */
export function diffText(before: string, after: string): readonly DiffRun[] | undefined {
  const length = Math.max(before.length, after.length);
  if (length > MAX_FOR_LINES) return undefined;
  const bound = { maxEditLength: MAX_EDITS };
  const changes = length > MAX_FOR_WORDS ? diffLines(before, after, bound) : diffWordsWithSpace(before, after, bound);
  if (changes !== undefined && isOther(changes, before, after)) return undefined;
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** Returns whether two texts share so few words that a diff by words is unreadable. */
function isOther(changes: readonly Change[], before: string, after: string): boolean {
  const letters = (text: string): number => text.replace(/[\s\p{P}]/gu, '').length;
  const most = Math.max(letters(before), letters(after));
  const same = changes.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : letters(value)), 0);
  return Math.min(letters(before), letters(after)) > 0 && same < LEAST_SAME * most;
}
