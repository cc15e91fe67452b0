import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from '@sluice/machine';
import type { CommandContext } from '../../command/command';
import { type RunOptions, runProgram } from '../../command/run-program';

const NAME = 'sluice-kubernetes';
const STOP_MS = 5_000;
/** Of a log, where its process ended too early. */
const KEPT_LINES = 15;

/**
 * A network namespace with processes in it: bridges, addresses and rules of the cluster are not in the machine's own network, and
 * no way leads out of it. There is one of its kind on a machine.
 */
export class NetworkNamespace {
  readonly #context: Pick<CommandContext, 'closers' | 'signal'>;
  readonly #logs: string;
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param logs folder for what processes write
   * @throws Error while another one is used
   */
  static async create(
    { logs, env }: { readonly logs: string; readonly env: NodeJS.ProcessEnv },
    context: Pick<CommandContext, 'closers' | 'signal'>,
  ): Promise<NetworkNamespace> {
    const exists = (await runProgram('ip', ['netns', 'list'])).split(/\s/).includes(NAME);
    if (exists) {
      const pids = await processesIn();
      if (pids.length > 0)
        throw new Error(`a cluster runs already in the network namespace ${NAME}: ${pids.join(' ')}`);
      await runProgram('ip', ['netns', 'delete', NAME]);
    }
    context.signal.throwIfAborted();
    const namespace = new NetworkNamespace(context, logs, env);
    const added = runProgram('ip', ['netns', 'add', NAME]);
    context.closers.add('network namespace', async () => {
      await added;
      await namespace.#remove();
    });
    await added;
    await runProgram('ip', ['-n', NAME, 'link', 'set', 'lo', 'up']);
    return namespace;
  }

  private constructor(context: Pick<CommandContext, 'closers' | 'signal'>, logs: string, env: NodeJS.ProcessEnv) {
    this.#context = context;
    this.#logs = logs;
    this.#env = env;
  }

  /** Program and arguments that do the same in it. */
  inside(program: string, args: readonly string[]): [string, string[]] {
    return ['nsenter', [`--net=/run/netns/${NAME}`, program, ...args]];
  }

  run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const [enter, all] = this.inside(program, args);
    return runProgram(enter, all, { env: this.#env, ...options });
  }

  /** `ip` with these words. */
  async ip(words: string): Promise<void> {
    await runProgram('ip', ['-n', NAME, ...words.split(' ')]);
  }

  /** A process that ends with the command, and never outlives this one. */
  async start(name: string, program: string, args: readonly string[]): Promise<void> {
    const { closers, signal } = this.#context;
    signal.throwIfAborted();
    const log = await open(join(this.#logs, `${name}.log`), 'a');
    const [enter, all] = this.inside(program, args);
    const options = {
      env: this.#env,
      folder: '/nonexistent',
      stdio: ['ignore', log.fd, log.fd] as ['ignore', number, number],
    };
    const child = spawnGuarded(enter, all, options);
    const ended = once(child, 'exit').catch(() => undefined);
    await log.close();
    closers.add(name, async () => {
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_MS)]);
      child.kill('SIGKILL');
    });
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
          const log = await readFile(join(this.#logs, `${name}.log`), 'utf8').catch(() => '');
          const end = log.trimEnd().split('\n').slice(-KEPT_LINES).join('\n');
          throw new Error(`${name} is not ready after ${timeoutMs / 1000} s: ${String(cause)}\n${end}`, { cause });
        }
        await sleep(200);
      }
    }
  }

  /** What the processes above have left running is theirs too. */
  async #remove(): Promise<void> {
    for (const pid of await processesIn()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    await runProgram('ip', ['netns', 'delete', NAME]);
  }
}

async function processesIn(): Promise<number[]> {
  const pids = await runProgram('ip', ['netns', 'pids', NAME]);
  return pids.split('\n').filter(Boolean).map(Number);
}
