/** Maximum factor of the time when the length doubles; linear work has 2. */
export const MAX_GROWTH = 2.5;

/** Shorter times are not compared, because costs independent of the length are as large. */
export const FLOOR_MS = 30;
const ATTEMPTS = 5;

/** Growth of the processor time of a case. */
export interface Growth {
  /** Highest factor of the time for a doubled length; 0 where all times are below the floor. */
  readonly worst: number;
  readonly atLength: number;
  /** Time at `atLength` in milliseconds. */
  readonly ms: number;
}

export const NO_GROWTH: Growth = { worst: 0, atLength: 0, ms: 0 };

/**
 * Measures length after length, each twice the previous one, and stops when the time grows too much. Each time is compared with the time of
 * a quarter of its length: superlinear work grows twice in a row, while a garbage collection or another code path for large values is one
 * step. A suspect pair is measured again, and the smallest time of each counts, because other work can only add time.
 * @param measure returns milliseconds
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
    for (let attempt = 1; attempt < ATTEMPTS && growth() > MAX_GROWTH; attempt += 1) {
      quarter = Math.min(quarter, await measure(length / 4));
      whole = Math.min(whole, await measure(length));
    }
    if (growth() > worst.worst) worst = { worst: growth(), atLength: length, ms: whole };
    if (growth() > MAX_GROWTH) break;
    times.splice(-1, 1, whole);
  }
  return worst;
}
