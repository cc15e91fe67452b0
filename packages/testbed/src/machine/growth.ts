/** Shortest time of work that is compared, because the noise of a busy machine is as large. */
const FLOOR_MS = 8;
const LONGEST = 1 << 20;
const SHORTEST = 1 << 10;
const REPEATS = 3;
const ATTEMPTS = 4;

/**
 * Measures how the time of work grows with the length of its input: 1 in proportion, 2 with the square. Inputs begin short, so that bad
 * work ends, and are doubled until the time can be compared with that of an input four times as long. Work that is still too fast for that
 * near 1 MiB counts as 1. The load of the machine is excluded: processor time is measured, the shortest of several runs counts, and the
 * smallest of several comparisons.
 * @param from length of the shortest input, if the constant cost of items would hide the growth of short inputs
 */
export function growthOf(work: (length: number) => void, from = SHORTEST): number {
  let length = from;
  while (best(work, length) < FLOOR_MS) {
    length *= 2;
    if (length > LONGEST / 4) return 1;
  }
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > 1.3; attempt++) {
    least = Math.min(least, Math.log(best(work, length * 4) / best(work, length)) / Math.log(4));
  }
  return least;
}

/** Shortest of several runs, in milliseconds of the processor. */
function best(work: (length: number) => void, length: number): number {
  let least = Infinity;
  for (let time = 0; time < REPEATS; time++) {
    const before = process.cpuUsage();
    work(length);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
