import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from '@sluice/testbed/machine';
import type { CommandContext } from '../../../command/command';
import { type RunOptions, runProgram } from '../../../command/run-program';

/**
 * Folders of the machine that containerd, CNI plugins and kubelets write to whatever their settings: in the enclosure each is an empty one.
 */
const HIDDEN = ['/run/containerd', '/var/lib/cni', '/var/lib/kubelet', '/var/log/containers'];
/** Kernel settings that a kubelet changes for the whole machine: in the enclosure they are copies. */
const SETTINGS = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];
/**
 * First process of the enclosure: all others end with it. It ends when its input is closed, which happens when this process ends, and reaps
 * processes whose parents have ended.
 */
const FIRST = `set -e
copies=$1
shift
for folder; do mount -t tmpfs tmpfs "$folder"; done
for setting in ${SETTINGS.join(' ')}; do
  [ -e "/proc/sys/$setting" ] || continue
  cat "/proc/sys/$setting" >"$copies/\${setting##*/}"
  mount --bind "$copies/\${setting##*/}" "/proc/sys/$setting"
done
ip link set lo up
echo ready
exec 3<&0
cat <&3 >/dev/null &
wait $!
`;
const IN_USE = 75;
/** Number of lines of a log in an error. */
const KEPT_LINES = 15;

export interface EnclosureOptions {
  /** Folder of the run; deleted with it. */
  readonly folder: string;
  /** Cache folder; only one enclosure at a time uses it. */
  readonly cache: string;
  /** Folder of the processes' logs. */
  readonly logs: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Network without an uplink, and own mounts and processes: the cluster does not change the machine, and all of it ends at once, also when
 * this process is killed.
 */
export class Enclosure {
  readonly #context: Pick<CommandContext, 'closers' | 'signal'>;
  readonly #options: EnclosureOptions;
  /** Process id of the enclosure's first process. */
  readonly #pid: number;

  /** @throws Error while another enclosure uses the cache */
  static async create(
    options: EnclosureOptions,
    context: Pick<CommandContext, 'closers' | 'signal'>,
  ): Promise<Enclosure> {
    const { closers, signal } = context;
    const { folder, cache, env } = options;
    for (const hidden of HIDDEN) {
      const made = await mkdir(hidden, { recursive: true });
      if (made !== undefined) closers.add(made, () => rmdir(made));
    }
    const copies = join(folder, 'settings');
    await mkdir(copies);
    signal.throwIfAborted();
    const unshare = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const lock = ['--no-fork', '--nonblock', '--conflict-exit-code', String(IN_USE), join(cache, 'lock')];
    const first = spawnGuarded('flock', [...lock, ...unshare, 'sh', '-c', FIRST, 'sh', copies, ...HIDDEN], {
      env,
      folder,
      stdio: 'pipe',
    });
    const ended = once(first, 'exit').catch(() => [null]);
    closers.add('enclosure', async () => {
      first.stdin?.end();
      await ended;
    });
    let blamed = '';
    first.stderr?.on('data', (data: Buffer) => (blamed += String(data)));
    const isReady = first.stdout === null ? undefined : once(first.stdout, 'data', { signal });
    const [code] = (await Promise.race([ended, isReady])) as [number | null | Buffer];
    if (code === IN_USE) throw new Error(`another cluster runs with the programs and images of ${cache}`);
    if (first.pid === undefined || !Buffer.isBuffer(code)) throw new Error(`the cluster cannot be enclosed: ${blamed}`);
    return new Enclosure(context, options, first.pid);
  }

  private constructor(context: Pick<CommandContext, 'closers' | 'signal'>, options: EnclosureOptions, pid: number) {
    this.#context = context;
    this.#options = options;
    this.#pid = pid;
  }

  /** Returns program and arguments that run a program in the enclosure's network. */
  inside(program: string, args: readonly string[]): [string, string[]] {
    return this.#enter({ net: 'net' }, program, args);
  }

  run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const [enter, all] = this.inside(program, args);
    return runProgram(enter, all, { env: this.#options.env, ...options });
  }

  /** Runs `ip` with these arguments. */
  async ip(words: string): Promise<void> {
    await this.run('ip', words.split(' '));
  }

  /** Starts a process that ends with the enclosure. */
  async start(name: string, program: string, args: readonly string[]): Promise<void> {
    this.#context.signal.throwIfAborted();
    const log = await open(join(this.#options.logs, `${name}.log`), 'a');
    const [enter, all] = this.#enter({ net: 'net', mount: 'mnt', pid: 'pid_for_children' }, program, args);
    const child = spawn(enter, all, {
      env: this.#options.env,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', () => undefined); // `until` reports the failure
    child.unref();
    await log.close();
  }

  /** Waits until `ask` resolves. @throws Error with the end of the process's log, at the time limit */
  async until(name: string, timeoutMs: number, ask: () => Promise<unknown>): Promise<void> {
    for (const begun = performance.now(); ;) {
      this.#context.signal.throwIfAborted();
      try {
        await ask();
        return;
      } catch (cause) {
        if (performance.now() - begun > timeoutMs) {
          const log = await readFile(join(this.#options.logs, `${name}.log`), 'utf8').catch(() => '');
          const end = log.trimEnd().split('\n').slice(-KEPT_LINES).join('\n');
          throw new Error(`${name} is not ready after ${timeoutMs / 1000} s: ${String(cause)}\n${end}`, { cause });
        }
        await sleep(200);
      }
    }
  }

  /** @param namespaces options of nsenter, each with the system's name of this namespace of a process */
  #enter(namespaces: Readonly<Record<string, string>>, program: string, args: readonly string[]): [string, string[]] {
    const options = Object.entries(namespaces).map(([kind, name]) => `--${kind}=/proc/${this.#pid}/ns/${name}`);
    return ['nsenter', [...options, program, ...args]];
  }
}
