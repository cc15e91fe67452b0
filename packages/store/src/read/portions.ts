/** Bytes of text that one portion of an answer aims at. */
const PORTION_BYTES = 4 * 2 ** 20;

export interface Sized {
  readonly bytes: number;
}

/** Cuts items into runs of at most `limit` bytes, in order; an item that is larger is a run of its own. */
export function splitBySize<T extends Sized>(items: readonly T[], limit: number = PORTION_BYTES): T[][] {
  const runs: T[][] = [];
  let left = 0;
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && item.bytes <= left) {
      run.push(item);
      left -= item.bytes;
    } else {
      runs.push([item]);
      left = limit - item.bytes;
    }
  }
  return runs;
}

export function totalBytes(items: readonly Sized[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}
