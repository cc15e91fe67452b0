import { readFile, readdir } from 'node:fs/promises';

/** Resident memory of a process, in bytes. Linux only. */
export async function residentBytes(pid: number): Promise<number> {
  const { anonymous, file, shared } = await residentParts(pid);
  return anonymous + file + shared;
}

/**
 * Resident memory of a process and its children, in bytes: the private memory of each, and the memory that they share
 * once, as the largest share that one of them has touched. The sum of resident sizes would count Postgres's buffers
 * once for every connection.
 */
export async function residentBytesOfGroup(parent: number): Promise<number> {
  const pids = [parent, ...(await childrenOf(parent))];
  const parts = await Promise.all(pids.map((pid) => residentParts(pid).catch(() => NOTHING)));
  const largest = (member: keyof Parts): number => Math.max(...parts.map((part) => part[member]));
  return parts.reduce((sum, { anonymous }) => sum + anonymous, 0) + largest('file') + largest('shared');
}

interface Parts {
  readonly anonymous: number;
  readonly file: number;
  readonly shared: number;
}

const NOTHING: Parts = { anonymous: 0, file: 0, shared: 0 };

async function residentParts(pid: number): Promise<Parts> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { anonymous: bytes('RssAnon'), file: bytes('RssFile'), shared: bytes('RssShmem') };
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, index) => parents[index] === parent);
}

async function parentOf(pid: number): Promise<number | undefined> {
  try {
    // `pid (name) state ppid …`; the name may hold anything.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // ended meanwhile
  }
}
