import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Time of `WORK` from the start of its process to its end on two idle cores of a server of 2024, nearly all of it computing. */
const REFERENCE_MS = 100;
const WORK = `
  let text = '[]';
  for (let n = 0; n < 500; n += 1) text = JSON.stringify([...JSON.parse(text), { n, text: 'x'.repeat(n % 50) }].slice(-200));
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1000));`;

/** Measured once a run: Jest's workers inherit the environment. */
const MEASURED = 'SLUICE_TEST_SLOWNESS';

/** Factors by which this machine is slower than the reference: for elapsed time, and for processor time alone. */
interface Slowness {
  readonly elapsed: number;
  readonly processor: number;
}

/**
 * Returns the time limit on this machine, under its current load, for work of at most `referenceMs` on two idle cores. A time limit of a
 * test ends a hang and measures no speed: every such limit is a result of this function, never a constant. It grows with the time that this
 * machine needed at the start of the run for a fixed work in a separate process, and with the load since then.
 */
export function patience(referenceMs: number): number {
  return Math.ceil(referenceMs * slowness(measured(), loadavg()[0]! / availableParallelism()));
}

/** @param load number of processes that want each core, on average of the last minute */
export function slowness({ elapsed, processor }: Slowness, load: number): number {
  return Math.max(1, elapsed, processor * load);
}

/**
 * Reads a value repeatedly until it is as wished; without `wished`, until it is true.
 * @returns that value
 * @throws Error with the last value when the time limit of `patience` has passed
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  wished: (value: T) => boolean = (value) => value === true,
  referenceMs = 60_000,
): Promise<T> {
  for (const begun = Date.now(); ;) {
    const value = await look();
    if (wished(value)) return value;
    const waited = Date.now() - begun;
    if (waited > patience(referenceMs)) {
      throw new Error(`not as wished within ${Math.round(waited / 1000)} s: ${inspect(value)}`);
    }
    await sleep(10);
  }
}

/**
 * Repeats a check until it does not throw.
 * @throws as `eventually`, with the last error
 */
export async function comesTrue(check: () => Promise<void>, referenceMs?: number): Promise<void> {
  const failureOf = (): Promise<unknown> =>
    check().then(
      () => undefined,
      (error: unknown) => error,
    );
  await eventually(failureOf, (failure) => failure === undefined, referenceMs);
}

function measured(): Slowness {
  process.env[MEASURED] ??= JSON.stringify(measure());
  return JSON.parse(process.env[MEASURED]) as Slowness;
}

/** Returns the better of two measurements, because the first may wait for the disk. */
function measure(): Slowness {
  const [first, second] = [measureOnce(), measureOnce()];
  return first.elapsed < second.elapsed ? first : second;
}

function measureOnce(): Slowness {
  const begun = performance.now();
  const { stdout } = spawnSync(process.execPath, ['--eval', WORK], { encoding: 'utf8' });
  return { elapsed: (performance.now() - begun) / REFERENCE_MS, processor: Number(stdout) / REFERENCE_MS };
}
