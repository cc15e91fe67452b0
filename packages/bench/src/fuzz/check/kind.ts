/** Kind of a value in a request, in a group of kinds that one report line counts. */
export type Kind = readonly [group: string, kind: string];

/** Sizes of what a request may have many of, or characters of a text. */
export const SIZES = ['one', 'several', 'the most', 'too many'] as const;

/** Returns the word for a size, of which a request may have `most`. */
export function sizeOf(size: number, most: number): 'none' | (typeof SIZES)[number] {
  if (size > most) return 'too many';
  if (size === most) return 'the most';
  if (size === 0) return 'none';
  return size === 1 ? 'one' : 'several';
}
