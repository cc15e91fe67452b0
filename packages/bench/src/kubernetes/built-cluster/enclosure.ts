import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from '@sluice/machine';
import type { CommandContext } from '../../command/command';
import { type RunOptions, runProgram } from '../../command/run-program';

/** Folders of the machine that containerd, CNI plugins and kubelets write to whatever they are told: here each is an empty one. */
const HIDDEN = ['/run/containerd', '/var/lib/cni', '/var/lib/kubelet', '/var/log/containers'];
/** Settings of the kernel that a kubelet changes for the whole machine: here it finds copies. */
const SETTINGS = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];
/**
 * The first process of the enclosure: all others end with it. It ends with its input, which closes when this process dies, and
 * takes note of the end of those whose parents are gone.
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
/** Of a log, where its process ended too early. */
const KEPT_LINES = 15;

export interface EnclosureOptions {
  /** Of the run: goes with it. */
  readonly folder: string;
  /** Is used by one enclosure at a time. */
  readonly cache: string;
  /** Folder for what processes write. */
  readonly logs: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A network without a way out, mounts and processes of its own: what the cluster does to them, the machine never sees, and all of
 * it ends at once, also where this process is killed.
 */
export class Enclosure {
  readonly #context: Pick<CommandContext, 'closers' | 'signal'>;
  readonly #options: EnclosureOptions;
  /** Of the process that made it. */
  readonly #pid: number;

  /** @throws Error while another one uses the cache */
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

  /** Program and arguments that do the same in its network. */
  inside(program: string, args: readonly string[]): [string, string[]] {
    return this.#enter({ net: 'net' }, program, args);
  }

  run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const [enter, all] = this.inside(program, args);
    return runProgram(enter, all, { env: this.#options.env, ...options });
  }

  /** `ip` with these words. */
  async ip(words: string): Promise<void> {
    await this.run('ip', words.split(' '));
  }

  /** A process that ends with the enclosure. */
  async start(name: string, program: string, args: readonly string[]): Promise<void> {
    this.#context.signal.throwIfAborted();
    const log = await open(join(this.#options.logs, `${name}.log`), 'a');
    const [enter, all] = this.#enter({ net: 'net', mount: 'mnt', pid: 'pid_for_children' }, program, args);
    const child = spawn(enter, all, {
      env: this.#options.env,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', () => undefined); // whoever waits for it finds out
    child.unref();
    await log.close();
  }

  /** @throws Error with the end of its log, where `ask` is not fulfilled in time */
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

  /** @param namespaces options of nsenter, each with the system's name for such a namespace of a process */
  #enter(namespaces: Readonly<Record<string, string>>, program: string, args: readonly string[]): [string, string[]] {
    const options = Object.entries(namespaces).map(([kind, name]) => `--${kind}=/proc/${this.#pid}/ns/${name}`);
    return ['nsenter', [...options, program, ...args]];
  }
}
