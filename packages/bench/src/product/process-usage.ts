import { readFile, readdir, writeFile } from 'node:fs/promises';

/** Resources used by a process, or a process with its children. Read from /proc: Linux only. */
export interface ProcessUsage {
  /** Resident memory. */
  readonly bytes: number;
  /** User and system time since its start. */
  readonly cpuSeconds: number;
  /** Pages touched for the first time since its start: they also show memory that was freed. */
  readonly minorFaults: number;
}

export async function usageOfProcess(pid: number): Promise<ProcessUsage> {
  const [memory, { cpuSeconds, minorFaults }] = await Promise.all([memoryOf(pid), statOf(pid)]);
  return { bytes: memory.anonymous + memory.file + memory.shared, cpuSeconds, minorFaults };
}

/**
 * Returns the usage of a process and its children. Memory: the private memory of each, and their shared memory once, as the largest part
 * that one of them has touched; a sum of resident sizes would count Postgres's buffers once for every connection. Processor time and faults
 * include ended children that the process has waited for.
 */
export async function usageOfGroup(parent: number): Promise<ProcessUsage> {
  const pids = [parent, ...(await childrenOf(parent))];
  const memory = await Promise.all(pids.map((pid) => memoryOf(pid).catch(() => NO_MEMORY)));
  const stats = await Promise.all(pids.map((pid) => statOf(pid).catch(() => NO_STAT)));
  const largest = (member: keyof Memory): number => Math.max(...memory.map((part) => part[member]));
  const anonymous = memory.reduce((sum, part) => sum + part.anonymous, 0);
  const { endedSeconds, endedFaults } = stats[0] ?? NO_STAT;
  return {
    bytes: anonymous + largest('file') + largest('shared'),
    cpuSeconds: stats.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, endedSeconds),
    minorFaults: stats.reduce((sum, { minorFaults }) => sum + minorFaults, endedFaults),
  };
}

/**
 * Returns the processor seconds of a process and of each of its children since their start, by process id. Those of ended children are
 * added to the process.
 */
export async function usageByProcess(parent: number): Promise<ReadonlyMap<number, number>> {
  const children = await childrenOf(parent);
  const usage = new Map<number, number>();
  const { cpuSeconds, endedSeconds } = await statOf(parent);
  usage.set(parent, cpuSeconds + endedSeconds);
  for (const pid of children) usage.set(pid, (await statOf(pid).catch(() => NO_STAT)).cpuSeconds);
  return usage;
}

/** Resets the peak memory of a process (proc(5): 5 to `clear_refs`). */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Returns the peak resident memory of a process since then, in bytes. @throws Error when the process has ended */
export async function peakBytes(pid: number): Promise<number> {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kib) * 1024;
}

interface Memory {
  readonly anonymous: number;
  readonly file: number;
  readonly shared: number;
}

/** Memory of a process that has ended meanwhile. */
const NO_MEMORY: Memory = { anonymous: 0, file: 0, shared: 0 };
const NO_STAT: Stat = { parent: -1, cpuSeconds: 0, endedSeconds: 0, minorFaults: 0, endedFaults: 0 };

async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { anonymous: bytes('RssAnon'), file: bytes('RssFile'), shared: bytes('RssShmem') };
}

/** Unit of times in /proc, the same on every Linux. */
const TICKS_PER_SECOND = 100;

interface Stat {
  readonly parent: number;
  readonly cpuSeconds: number;
  /** Processor time of its ended children. */
  readonly endedSeconds: number;
  readonly minorFaults: number;
  /** Minor faults of its ended children. */
  readonly endedFaults: number;
}

async function statOf(pid: number): Promise<Stat> {
  // `pid (name) state ppid …`; the name may contain anything. Fields 10 and 11 are minor faults, 14 and 15 user and system time, 16 and 17
  // the times of ended children.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number): number => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
  return {
    parent: Number(fields[1]),
    cpuSeconds: seconds(11),
    endedSeconds: seconds(13),
    minorFaults: Number(fields[7]),
    endedFaults: Number(fields[8]),
  };
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((pid) => statOf(pid).catch(() => NO_STAT)));
  return pids.filter((_, index) => stats[index]?.parent === parent);
}
