import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Waits for a line on its standard input; kills the process when its parent has died instead, however it died. */
const GUARD = 'read line || { kill -9 "$1"; sleep 0.2; rm -rf "$2"; }';

/**
 * Starts a process in a session of its own, so that Ctrl-C does not reach it before its user. It does not outlive this process: a guard
 * kills it, frozen or not, and removes `folder`.
 */
export function spawnGuarded(
  command: string,
  args: readonly string[],
  options: SpawnOptions & { readonly folder: string },
): ChildProcess {
  const child = spawn(command, [...args], { ...options, detached: true });
  if (child.pid === undefined) return child;
  const guard = spawn('sh', ['-c', GUARD, 'guard', String(child.pid), options.folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.once('exit', () => guard.stdin.end('ended\n'));
  // Neither prevents this process from ending: then the guard does its work.
  child.unref();
  guard.unref();
  return child;
}
