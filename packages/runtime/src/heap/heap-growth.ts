import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Growth of the heap, in percent of the live objects, before V8 collects it again. With 20 % an ingest at full load used a quarter more
 * processor time of this process, and 4 % less memory; 100 % saved another 5 % of the time for 9 % more memory.
 */
const GROWTH_PERCENT = 50;

/**
 * Growth for a process that uses little memory and may use more. Half of a heap of 20 MB is the size of the buffers of 1,000 spans: a
 * gateway marked its whole heap five times a second, and V8's own threads used 40 % of its processor time. The saving of 400 % was below
 * the difference between runs on a busy machine, for 40 to 70 MB more memory.
 */
const GROWTH_PERCENT_WHILE_SMALL = 200;
const SMALL_BYTES = 256 * 1024 * 1024;
const LOOK_EVERY_MS = 100;

/**
 * Limits the heaps of this process, including those of its threads, to little more than their live objects. By default V8 lets a heap
 * double and more before it collects, as if it owned all of the machine's memory; a service shares its node.
 * @param mayTriple whether the limit is higher while the process uses little memory
 */
export function keepHeapSmall(mayTriple = false): void {
  // Set here, because the same option of the process would replace the limits of its threads.
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

/** @param bytes resident memory of the process, with its threads and all memory outside of heaps */
export function growthPercent(bytes: number): number {
  return bytes < SMALL_BYTES ? GROWTH_PERCENT_WHILE_SMALL : GROWTH_PERCENT;
}

type Collect = (how?: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/** About the memory of a working process, on its heap and outside; more is left from large work. */
const ROOMY_BYTES = 128 * 1024 * 1024;

/**
 * Collects the heap of this thread before work that needs much memory, if more is in use than a working process needs. By itself V8
 * collects the remains of an earlier flood only when as much is allocated again.
 * @param neededBytes number of bytes by which the limit is lowered
 */
export const makeRoom = (neededBytes = 0): void => collectHeap(ROOMY_BYTES - neededBytes);

/**
 * Collects the heap of this thread if it uses more than `aboveBytes`, including external buffers and long texts. Runs for some tens of
 * milliseconds.
 */
export function collectHeap(aboveBytes: number): void {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  if (heap + beside <= aboveBytes) return;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect();
  // By default, V8 of Node 24 would keep the freed memory for eight seconds. Node 20 does not, and knows no flavor.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
