/** First match of a search in a text. */
export interface FoundText {
  /** Text before the match; a long one is cut to its end, after an ellipsis. */
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Most characters before a match that are shown whole. */
const MAX_CHARACTERS_BEFORE = 24;
/** Characters that a longer text before the match is cut to. */
const LEFT_BEFORE = 16;

/** Finds a match, ignoring case; undefined without one, for example when only a later part of the value matches. */
export function foundIn(text: string, sought: string): FoundText | undefined {
  if (sought === '') return undefined;
  const at = offsetOf(text, sought);
  if (at < 0) return undefined;
  const before = text.slice(0, at);
  return {
    before: at > MAX_CHARACTERS_BEFORE ? `… ${wordsOf(before.slice(-LEFT_BEFORE))}` : before,
    found: text.slice(at, at + sought.length),
    after: text.slice(at + sought.length),
  };
}

/** Removes the rest of a word at the start, if another word follows. */
function wordsOf(end: string): string {
  const space = end.indexOf(' ');
  return space < 0 || space === end.length - 1 ? end : end.slice(space + 1);
}

/** Finds an offset, ignoring case. If lower case changes the length, offsets would shift, so case is significant then. */
function offsetOf(text: string, sought: string): number {
  const [lower, lowerSought] = [text.toLowerCase(), sought.toLowerCase()];
  const isAsLong = lower.length === text.length && lowerSought.length === sought.length;
  return isAsLong ? lower.indexOf(lowerSought) : text.indexOf(sought);
}
