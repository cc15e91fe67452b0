/** The first place of a text where what was searched for is. */
export interface FoundText {
  /** What is shown before it: of a long beginning the end, after dots. */
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** What was searched for is seen where no more than so many characters are before it. */
const MOST_BEFORE = 24;
/** Of more these are left. */
const LEFT_BEFORE = 16;

/** Where a text has what was searched for, whatever the case; undefined where it does not, as where only a later part of the value does. */
export function foundIn(text: string, sought: string): FoundText | undefined {
  if (sought === '') return undefined;
  const at = offsetOf(text, sought);
  if (at < 0) return undefined;
  const before = text.slice(0, at);
  return {
    before: at > MOST_BEFORE ? `… ${wordsOf(before.slice(-LEFT_BEFORE))}` : before,
    found: text.slice(at, at + sought.length),
    after: text.slice(at + sought.length),
  };
}

/** Without the rest of a word at the beginning, where another word follows. */
function wordsOf(end: string): string {
  const space = end.indexOf(' ');
  return space < 0 || space === end.length - 1 ? end : end.slice(space + 1);
}

/** Letters that get longer in lower case would move all that follows: then case counts. */
function offsetOf(text: string, sought: string): number {
  const [lower, lowerSought] = [text.toLowerCase(), sought.toLowerCase()];
  const isAsLong = lower.length === text.length && lowerSought.length === sought.length;
  return isAsLong ? lower.indexOf(lowerSought) : text.indexOf(sought);
}
