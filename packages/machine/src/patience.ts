import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/** What `WORK` takes from the start of its process to its end on two quiet cores of a server of 2024, nearly all of it computing. */
const REFERENCE_MS = 100;
const WORK = `
  let text = '[]';
  for (let n = 0; n < 500; n += 1) text = JSON.stringify([...JSON.parse(text), { n, text: 'x'.repeat(n % 50) }].slice(-200));
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1000));`;

/** Measured once a run: Jest's workers inherit the environment. */
const MEASURED = 'SLUICE_TEST_SLOWNESS';

/** How often the machine's time fits into the reference's: of the whole, and of the processor alone. */
interface Slowness {
  readonly elapsed: number;
  readonly processor: number;
}

/**
 * How long something may take on this machine, as it is now, that takes at most `referenceMs` on a machine of two quiet cores.
 * A time limit of a test ends a hang and judges no speed: it is this, never a number of its own. It grows with what the machine
 * needed at the start of the run for a fixed work in a process of its own, and with the load that has come since.
 */
export function patience(referenceMs: number): number {
  return Math.ceil(referenceMs * slowness(measured(), loadavg()[0]! / availableParallelism()));
}

/** @param load how many processes want each core, on average of the last minute */
export function slowness({ elapsed, processor }: Slowness, load: number): number {
  return Math.max(1, elapsed, processor * load);
}

/**
 * Reads the value again and again until it is as wished; without `wished`, until it is true.
 * @returns that value
 * @throws Error with the last value when it was not as wished for longer than `patience` allows
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
 * Checks again and again until nothing is thrown.
 * @throws as `eventually`, with what was thrown last
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

/** The better of two: the first may wait for the disk. */
function measure(): Slowness {
  const [first, second] = [measureOnce(), measureOnce()];
  return first.elapsed < second.elapsed ? first : second;
}

function measureOnce(): Slowness {
  const begun = performance.now();
  const { stdout } = spawnSync(process.execPath, ['--eval', WORK], { encoding: 'utf8' });
  return { elapsed: (performance.now() - begun) / REFERENCE_MS, processor: Number(stdout) / REFERENCE_MS };
}
