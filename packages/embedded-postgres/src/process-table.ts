import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** A process of the system. A pid alone does not identify it: another process gets the same pid later. */
export interface ProcessEntry {
  /**
   * Start of the process: differs between two processes that had the same pid one after the other, also across a restart of the machine.
   */
  readonly started: string;
  /** Program and arguments, separated by spaces; empty for a process that has ended but was not collected yet. */
  readonly command: string;
}

/** Returns the live process with this pid; undefined without one. */
export async function findProcess(pid: number): Promise<ProcessEntry | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** Name of the space in which a pid of this process is valid: the host, on Linux also the container. */
export async function pidSpace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

async function fromProc(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const [boot, status, command] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // proc(5): fields 3 to 22 follow the name, which is in parentheses and can contain anything.
    const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (state === 'X') return undefined;
    return { started: `${boot.trim()} ${fields[18]}`, command: command.replace(/\0$/, '').replaceAll('\0', ' ') };
  } catch {
    return undefined; // ended meanwhile, or hidden: then it is not ours
  }
}

async function fromPs(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)], {
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    });
    // lstart is always 24 characters: Thu Jan  1 00:00:00 1970
    return { started: stdout.slice(0, 24), command: stdout.slice(25).trim() };
  } catch {
    return undefined; // ps ends with 1
  }
}
