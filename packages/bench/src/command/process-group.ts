import { readFileSync, readdirSync } from 'node:fs';

/** Sends a signal to all processes of a group. @param leader id of the group's first process */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  send(-leader, signal);
}

/** Sends a signal to all processes of a group but its leader, on Linux; elsewhere to none. */
export function signalMembers(leader: number, signal: NodeJS.Signals): void {
  for (const pid of processes()) if (pid !== leader && groupOf(pid) === leader) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has just ended.
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Returns the third word after the name; the name is in parentheses and may contain anything. */
function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return undefined;
  }
}
