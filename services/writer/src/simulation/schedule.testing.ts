import { createLogger } from '@sluice/runtime';
import { createWriter } from '../writer';
import { checkOutcome } from './check-outcome.testing';
import { Database, type Sabotage } from './database.testing';
import { Faults } from './faults.testing';
import type { LogPartition } from './log.testing';
import { WriterProcess } from './process.testing';
import { type Random, createRandom } from './random.testing';
import { type Actor, Scheduler, Violation } from './scheduler.testing';
import { SimulatedStore } from './store.testing';
import { withVirtualTime } from './virtual-time.testing';
import { makeLog, produce } from './workload.testing';

export interface ScheduleOptions {
  readonly seed: number;
  readonly sabotage?: Sabotage | undefined;
  /** Told with a violation. */
  readonly keepHistory?: boolean | undefined;
}

const RECORDS = 9;
const MOST_PROCESSES = 3;
/** Turns that go by in which anything may go wrong. */
const STORMY_TURNS = 100;
/** Far more than any schedule needs to finish once all is healed. */
const MOST_TURNS = 5_000;

const silent = createLogger({ level: 'silent', pretty: false, destination: { write: () => undefined } });

/**
 * One schedule: a seed decides what the log holds, in which order everything happens and what goes wrong meanwhile. Then
 * all is healed, and what is stored must be what the log says.
 * @throws Violation
 */
export async function runSchedule({ seed, sabotage, keepHistory = false }: ScheduleOptions): Promise<void> {
  const random = createRandom(seed);
  const scheduler = new Scheduler(random, keepHistory);
  const world = new World(scheduler, random, sabotage);
  try {
    await withVirtualTime(scheduler, () => world.run());
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation([error.message, ...(scheduler.history ?? [])].join('\n'));
  }
}

class World {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #faults: Faults;
  readonly #database: Database;
  readonly #log = makeLog();
  readonly #owners = new Map<LogPartition, WriterProcess>();
  #processes: WriterProcess[] = [];
  #started = 0;
  #produced = 0;

  constructor(scheduler: Scheduler, random: Random, sabotage: Sabotage | undefined) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#faults = new Faults(random, random.pick([0, 0.01, 0.05]));
    this.#database = new Database(scheduler, sabotage);
  }

  async run(): Promise<void> {
    this.#start();
    for (let turn = 0; turn < STORMY_TURNS; turn += 1) {
      if (this.#random.chance(0.1)) this.#disturb();
      if (this.#random.chance(0.1)) this.#produce();
      await this.#scheduler.turn();
    }
    this.#heal();
    for (let turn = 0; !this.#isDone(); turn += 1) {
      if (turn > MOST_TURNS) this.#scheduler.violate(`it does not come to an end: ${this.#places()}`);
      if (!(await this.#scheduler.turn())) this.#scheduler.violate(`it stands still: ${this.#places()}`);
    }
    checkOutcome({ log: this.#log, database: this.#database, random: this.#random, scheduler: this.#scheduler });
  }

  #produce(): void {
    if (this.#produced >= RECORDS) return;
    this.#produced += 1;
    produce(this.#log, this.#random, this.#produced);
  }

  #start(): void {
    if (this.#processes.length >= MOST_PROCESSES) return;
    this.#started += 1;
    const actor: Actor = { name: `writer ${this.#started}`, state: 'alive' };
    const [scheduler, random, faults, database] = [this.#scheduler, this.#random, this.#faults, this.#database];
    const writer = createWriter({
      store: new SimulatedStore({ database, scheduler, faults, client: actor }),
      logger: silent,
      observer: { stored: () => undefined, failed: () => undefined },
      streamOf: (topic) => topic,
      retryForMs: 1_000,
      givenBack: '',
      elapsed: () => scheduler.now,
    });
    this.#processes.push(new WriterProcess({ actor, writer, scheduler, faults, random }));
    this.#rebalance();
  }

  #disturb(): void {
    const process = this.#processes[this.#random.below(this.#processes.length)];
    const what = this.#random.pick(['start', 'kill', 'freeze', 'thaw', 'rebalance', 'refuse', 'end', 'crash'] as const);
    this.#scheduler.history?.push(`-- ${what} ${process?.actor.name ?? ''}`);
    if (what === 'start') this.#start();
    if (what === 'kill' && process !== undefined) this.#kill(process);
    if (what === 'freeze' && process !== undefined) process.actor.state = 'frozen';
    if (what === 'thaw' && process !== undefined) process.actor.state = 'alive';
    if (what === 'rebalance') this.#rebalance();
    if (what === 'refuse') this.#faults.refusing = !this.#faults.refusing;
    if (what === 'end') this.#endFrozen();
    if (what === 'crash') this.#crash();
  }

  #kill(process: WriterProcess): void {
    this.#scheduler.kill(process.actor);
    this.#processes = this.#processes.filter((each) => each !== process);
    for (const transaction of this.#database.open) {
      if (transaction.client === process.actor) this.#database.leave(transaction);
    }
    if (this.#processes.length === 0) this.#start();
    else this.#rebalance();
  }

  /** Partitions go to anybody; who had them before hears of it later. */
  #rebalance(): void {
    for (const partition of this.#log) {
      const owner = this.#processes[this.#random.below(this.#processes.length)];
      const before = this.#owners.get(partition);
      if (owner === undefined || owner === before) continue;
      before?.lose(partition);
      this.#owners.set(partition, owner);
      owner.take(partition);
    }
  }

  /** The server does not wait for ever for a client that says nothing. */
  #endFrozen(): void {
    for (const transaction of this.#database.open) {
      if (transaction.client.state !== 'frozen' || transaction.state !== 'open') continue;
      this.#database.abort(transaction, Object.assign(new Error('idle in transaction'), { code: '25P03' }));
    }
  }

  /** The server ends all that has not committed. */
  #crash(): void {
    for (const transaction of this.#database.open) {
      this.#database.abort(transaction, Object.assign(new Error('the server ends'), { code: '57P01' }));
    }
  }

  #heal(): void {
    this.#scheduler.history?.push('-- heal');
    this.#faults.active = false;
    this.#faults.refusing = false;
    for (const { actor } of this.#processes) actor.state = 'alive';
    while (this.#produced < RECORDS) this.#produce();
  }

  #isDone(): boolean {
    const stored = this.#log.every(({ name, end }) => this.#database.place(name).nextOffset === end);
    return stored && this.#database.open.length === 0;
  }

  #places(): string {
    return this.#log.map(({ name, end }) => `${name} at ${this.#database.place(name).nextOffset} of ${end}`).join(', ');
  }
}
