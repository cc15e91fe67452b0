import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, ServiceName, ServiceProcess } from '../cluster/cluster';

/** Pause of an orchestrator before it starts an ended process again. */
const RESTART_MS = 1_000;

/** Replica of a service, in which one process runs after the other. */
export class Member {
  readonly name: string;
  readonly #start: () => Promise<ServiceProcess>;
  readonly #wrong: (sentence: string) => void;
  #process: ServiceProcess | undefined;
  #isWanted = false;
  #starting: Promise<void> | undefined;

  constructor(name: string, start: () => Promise<ServiceProcess>, wrong: (sentence: string) => void) {
    this.name = name;
    this.#start = start;
    this.#wrong = wrong;
  }

  /** The process, if it is ready. */
  get process(): ServiceProcess | undefined {
    return this.#process;
  }

  /** Starts a process, and a new one whenever it ends by itself, until `kill` or `stop`. Resolves when the process is ready. */
  start(): Promise<void> {
    this.#isWanted = true;
    this.#starting ??= this.#untilReady().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Sends SIGKILL; no process runs in this replica until `start`. */
  async kill(): Promise<void> {
    await this.#leave((process) => process.kill());
  }

  /** Sends SIGTERM; no process runs in this replica until `start`. */
  async stop(): Promise<void> {
    await this.#leave((process) => process.stop());
  }

  async #leave(end: (process: ServiceProcess) => Promise<void>): Promise<void> {
    await this.#starting;
    this.#isWanted = false;
    const process = this.#process;
    this.#process = undefined;
    if (process !== undefined) await end(process);
  }

  async #untilReady(): Promise<void> {
    while (this.#isWanted) {
      try {
        const process = await this.#start();
        this.#process = process;
        void process.ended.then(() => this.#ended(process));
        return;
      } catch (error) {
        this.#wrong(`${this.name} did not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(RESTART_MS);
      }
    }
  }

  async #ended(process: ServiceProcess): Promise<void> {
    if (this.#process !== process) return;
    this.#process = undefined;
    this.#wrong(`${this.name} ended by itself`);
    await sleep(RESTART_MS);
    if (this.#isWanted) await this.start();
  }
}

/** All processes of the product. */
export class Fleet {
  readonly #members: Readonly<Record<ServiceName, Member[]>> = { gateway: [], writer: [], query: [] };
  readonly #cluster: Cluster;
  readonly #wrong: (sentence: string) => void;

  /** @param wrong receives a sentence for each process that ends by itself or does not start */
  constructor(cluster: Cluster, wrong: (sentence: string) => void) {
    this.#cluster = cluster;
    this.#wrong = wrong;
  }

  all(service: ServiceName): readonly Member[] {
    return this.#members[service];
  }

  /** Returns the replicas that are ready. */
  running(service: ServiceName): readonly (Member & { readonly process: ServiceProcess })[] {
    return this.#members[service].filter(isRunning);
  }

  /** Grows the service to `count` replicas; never reduces it. */
  async grow(service: ServiceName, count: number): Promise<void> {
    const members = this.#members[service];
    while (members.length < count) {
      const name = `${service}-${members.length}`;
      members.push(new Member(name, () => this.#cluster.start(service), this.#wrong));
    }
    await Promise.all(members.map((member) => member.start()));
  }

  /** Starts missing processes and waits until all are ready. */
  async heal(): Promise<void> {
    const members = Object.values(this.#members).flat();
    const missing = members.filter(({ process }) => process === undefined);
    await Promise.all(missing.map((member) => member.start()));
  }
}

function isRunning(member: Member): member is Member & { readonly process: ServiceProcess } {
  return member.process !== undefined;
}
