import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../machine';
import { brokerFiles, logDirOf } from './broker-files';
import { type BrokerPorts, STARTED } from './broker-properties';
import { spawnGuarded } from '../../machine';
import { type SecuredPlaces, securedListeners } from './secured-listeners';

type SecuredListeners = Awaited<ReturnType<typeof securedListeners>>;

/** Options for a fast start, because a run waits for it: little compilation, one thread of garbage collection, a small log. */
const JVM = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
];

export interface JvmNodeOptions {
  readonly jars: string;
  /** Ports of all nodes. */
  readonly cluster: readonly BrokerPorts[];
  /** Number of the node from 0. */
  readonly node: number;
  readonly secured: boolean;
}

/** Node on this machine's JVM, in a folder below the system's temporary one. */
export class JvmNode {
  /** Addresses of its secured listeners, if it is `secured`. */
  readonly secured: SecuredPlaces | undefined;
  readonly #start: () => ChildProcess;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  /** Writes its files; the node does not run yet. */
  static async make({ jars, cluster, node, secured }: JvmNodeOptions): Promise<JvmNode> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-broker-'));
    try {
      const listeners = secured ? await securedListeners(folder) : undefined;
      await writeFolder(folder, { cluster, node, secured: listeners });
      const memory = cluster.length > 1 ? '-Xmx384m' : '-Xmx512m';
      return new JvmNode(folder, () => startProcess([memory, ...JVM, '-cp', `${jars}/*`], folder), listeners?.places);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(folder: string, start: () => ChildProcess, secured: SecuredPlaces | undefined) {
    this.#folder = folder;
    this.#start = start;
    this.secured = secured;
  }

  /** Resolves when the node accepts clients; in a cluster this needs a running majority. */
  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    const begun = Date.now();
    for (;;) {
      const output = await readFile(logOf(this.#folder), 'utf8');
      if (output.includes(STARTED)) return;
      if (child.exitCode !== null || child.signalCode !== null || Date.now() - begun > patience(60_000)) {
        child.kill('SIGKILL');
        throw new Error(`the test broker does not start: ${output.slice(-2000)}`);
      }
      await sleep(50);
    }
  }

  /** Folder with the logs of its topics. */
  get logFolder(): string {
    return logDirOf(this.#folder);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Sends SIGKILL; resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.ref(); // nothing else may keep this process alive until then
    child.kill('SIGKILL');
    await ended;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const logOf = (folder: string): string => join(folder, 'broker.log');

async function writeFolder(
  folder: string,
  { cluster, ...place }: Pick<JvmNodeOptions, 'cluster' | 'node'> & { readonly secured: SecuredListeners | undefined },
): Promise<void> {
  await mkdir(logDirOf(folder));
  for (const { path, content } of brokerFiles(cluster, { host: '127.0.0.1', folder, ...place })) {
    await writeFile(path, content);
  }
}

function startProcess(java: readonly string[], folder: string): ChildProcess {
  const output = openSync(logOf(folder), 'w');
  const args = [...java, 'kafka.Kafka', join(folder, 'server.properties')];
  const child = spawnGuarded('java', args, { folder, cwd: folder, stdio: ['ignore', output, output] });
  closeSync(output);
  return child;
}
