import { longestCommon } from './longest-common';

/** Alignment of two sequences: the index in each by row, -1 for none. */
export interface Alignment {
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** False if keys repeat so often that only near repetitions were compared; more items might match then. */
  readonly isExact: boolean;
}

/** Most pairs of equal items that are compared. This bounds time and memory when one name repeats thousands of times. */
const MAX_PAIRS = 1_000_000;

/** Aligns two sequences by their common items, in order: equal keys share a row, and other items are between them. */
export function align<Key>(left: readonly Key[], right: readonly Key[], mostPairs = MAX_PAIRS): Alignment {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const [leftEnd, rightEnd] = [left.length - tail, right.length - tail];
  const common = longestCommon(left.slice(head, leftEnd), right.slice(head, rightEnd), mostPairs);

  const rows = { left: new Int32Array(left.length + right.length), right: new Int32Array(left.length + right.length) };
  let count = 0;
  const add = (inLeft: number, inRight: number): void => {
    rows.left[count] = inLeft;
    rows.right[count++] = inRight;
  };
  for (let n = 0; n < head; n += 1) add(n, n);
  let [nextLeft, nextRight] = [head, head];
  const apartUntil = (toLeft: number, toRight: number): void => {
    while (nextLeft < toLeft) add(nextLeft++, -1);
    while (nextRight < toRight) add(-1, nextRight++);
  };
  for (const [n, inLeft] of common.left.entries()) {
    apartUntil(head + inLeft, head + (common.right[n] ?? 0));
    add(nextLeft++, nextRight++);
  }
  apartUntil(leftEnd, rightEnd);
  for (let n = 0; n < tail; n += 1) add(leftEnd + n, rightEnd + n);
  return { left: rows.left.slice(0, count), right: rows.right.slice(0, count), isExact: common.isExact };
}
