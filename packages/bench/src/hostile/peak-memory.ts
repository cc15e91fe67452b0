import { readFile, writeFile } from 'node:fs/promises';

/** Resets the peak memory of a process (proc(5): 5 to `clear_refs`). Linux only. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Returns the peak resident memory of a process since then, in bytes. @throws Error when the process has ended */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kib === undefined) throw new Error(`process ${pid} has no memory any more`);
  return Number(kib) * 1024;
}
