import { align } from './align';
import type { ComparedText } from './compared-texts';

/** Aligned messages; `same` is a run of equal messages. */
export type TextPair =
  | { readonly kind: 'same'; readonly parts: readonly ComparedText[] }
  | { readonly kind: 'changed'; readonly before: ComparedText; readonly after: ComparedText }
  | { readonly kind: 'removed'; readonly part: ComparedText }
  | { readonly kind: 'added'; readonly part: ComparedText };

/** Aligns the messages of two conversations. Between equal messages, unmatched ones of the same role are paired as changed. */
export function pairTexts(before: readonly ComparedText[], after: readonly ComparedText[]): readonly TextPair[] {
  const key = ({ title, text }: ComparedText): string => `${title}\n${text}`;
  const { left, right } = align(before.map(key), after.map(key));
  const pairs: TextPair[] = [];
  let removed: ComparedText[] = [];
  let added: ComparedText[] = [];
  let same: ComparedText[] = [];
  const endOfChange = (): void => {
    // A loop instead of spread arguments, whose number is limited: there may be 100,000 pairs.
    for (const pair of pairChanged(removed, added)) pairs.push(pair);
    [removed, added] = [[], []];
  };
  const endOfSame = (): void => {
    if (same.length > 0) pairs.push({ kind: 'same', parts: same });
    same = [];
  };
  for (const [row, inLeft] of left.entries()) {
    const [was, is] = [before[inLeft], after[right[row] ?? -1]];
    if (was !== undefined && is !== undefined) {
      endOfChange();
      same.push(is);
      continue;
    }
    endOfSame();
    if (was !== undefined) removed.push(was);
    if (is !== undefined) added.push(is);
  }
  endOfChange();
  endOfSame();
  return pairs;
}

function pairChanged(removed: readonly ComparedText[], added: readonly ComparedText[]): readonly TextPair[] {
  const title = (part: ComparedText): string => part.title;
  const { left, right } = align(removed.map(title), added.map(title));
  return Array.from(left, (inLeft, row): TextPair => {
    const [before, after] = [removed[inLeft], added[right[row] ?? -1]];
    if (before === undefined) return { kind: 'added', part: after ?? { title: '', text: '' } };
    return after === undefined ? { kind: 'removed', part: before } : { kind: 'changed', before, after };
  });
}
