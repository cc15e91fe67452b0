/** How much longer it may take when its length doubles: in proportion it is 2. */
export const MOST_GROWTH = 2.5;

/** A shorter time is not compared: what does not depend on the length is as large. */
export const FLOOR_MS = 30;
const ATTEMPTS = 5;

/** How the time of a case grows. */
export interface Growth {
  /** How many times as long it took when its length doubled, where that was most; 0 where all of it took too little. */
  readonly worst: number;
  readonly atLength: number;
  /** At `atLength`, in milliseconds. */
  readonly ms: number;
}

export const NO_GROWTH: Growth = { worst: 0, atLength: 0, ms: 0 };

/**
 * Measures length after length, each twice the one before, and ends where the time grows too much. Each time is compared
 * with that of a quarter of its length: what grows does so twice in a row, while a collection of garbage, which comes with
 * so much memory, or another way that large things take, is a step. A time that seems to grow is measured again with the
 * one that it is compared with: of several the smallest counts, since what else happens can only add.
 * @param measure in milliseconds
 */
export async function growthOf(
  measure: (length: number) => Promise<number>,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Growth> {
  let worst = NO_GROWTH;
  const times: number[] = [];
  for (let length = from; length <= most; length *= 2) {
    times.push(await measure(length));
    let [quarter = Infinity, whole = 0] = [times.at(-3), times.at(-1)];
    const growth = (): number => Math.sqrt(whole / Math.max(quarter, FLOOR_MS));
    for (let attempt = 1; attempt < ATTEMPTS && growth() > MOST_GROWTH; attempt += 1) {
      quarter = Math.min(quarter, await measure(length / 4));
      whole = Math.min(whole, await measure(length));
    }
    if (growth() > worst.worst) worst = { worst: growth(), atLength: length, ms: whole };
    if (growth() > MOST_GROWTH) break;
    times.splice(-1, 1, whole);
  }
  return worst;
}
