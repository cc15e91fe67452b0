import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How much the heap may grow, in percent of what was alive, before V8 collects it again. With 20 % an ingest at full load took a quarter
 * more processor time of this process, and 4 % less memory; 100 % saved another 5 % of the time for 9 % more memory.
 */
const GROWTH_PERCENT = 50;

/**
 * The same of a process that takes little memory and may take more. Half of a heap of 20 MB is what the buffers of 1,000 spans take: a
 * gateway marked its whole heap five times a second, and V8's own threads took 40 % of its processor time. What 400 % saved was less than
 * runs on a busy machine differ by, for 40 to 70 MB more memory.
 */
const GROWTH_PERCENT_WHILE_SMALL = 200;
const SMALL_BYTES = 256 * 1024 * 1024;
const LOOK_EVERY_MS = 100;

/**
 * Keeps the heaps of this process, those of its threads too, close to what is alive in them. V8 by itself lets a heap
 * double and more before it collects, as if all of the machine's memory were its own; a service shares its node.
 * @param mayTriple whether they need not be so close while the process takes little memory
 */
export function keepHeapSmall(mayTriple = false): void {
  // The option that the process was started with would stand in place of what its threads are limited to.
  setFlagsFromString('--max-semi-space-size=0');
  let percent: number | undefined;
  const look = (): void => {
    const wanted = mayTriple ? growthPercent(process.memoryUsage.rss()) : GROWTH_PERCENT;
    if (wanted !== percent) setFlagsFromString(`--heap-growing-percent=${wanted}`);
    percent = wanted;
  };
  look();
  if (mayTriple) setInterval(look, LOOK_EVERY_MS).unref();
}

/** @param bytes what the process takes, with its threads and all that is not on a heap */
export function growthPercent(bytes: number): number {
  return bytes < SMALL_BYTES ? GROWTH_PERCENT_WHILE_SMALL : GROWTH_PERCENT;
}

type Collect = (how?: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/** A process at work has about as much on its heap and beside it; what is above is left from something large. */
const ROOMY_BYTES = 128 * 1024 * 1024;

/**
 * Collects the heap of this thread before work that takes much memory itself, where more is left from what was before than a process at work
 * has. By itself V8 collects what an earlier flood left only when as much is made anew.
 * @param neededBytes so much less may be left
 */
export const makeRoom = (neededBytes = 0): void => collectHeap(ROOMY_BYTES - neededBytes);

/**
 * Collects the heap of this thread where it takes more than this, with the buffers and long texts beside it. Takes some tens of milliseconds.
 */
export function collectHeap(aboveBytes: number): void {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  if (heap + beside <= aboveBytes) return;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect();
  // What that has emptied V8 of Node 24 would keep for eight seconds. Node 20 does not, and knows no flavor.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
