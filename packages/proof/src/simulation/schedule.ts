import { createLogger } from '@sluice/runtime';
import { createWriter, groupCommits } from '@sluice/writer';
import { checkOutcome } from './check-outcome';
import { Database } from './database';
import { Faults } from './faults';
import type { Group } from './group';
import { KafkaGroup } from './kafka-group';
import { PlainGroup } from './plain-group';
import { RetentionRun } from './retention-run';
import { type Random, createRandom } from './random';
import { type Actor, Scheduler, Violation } from './scheduler';
import { SimulatedStore } from './store';
import { withVirtualTime } from './virtual-time';
import { makeLog, produce } from './workload';

export interface ScheduleOptions {
  readonly seed: number;
  /** Whether a violation contains all turns. */
  readonly keepHistory?: boolean | undefined;
}

const RECORDS = 8;
const MAX_PROCESSES = 3;
/** Number of turns with random failures. */
const STORMY_TURNS = 80;
/** Limit of turns after everything is healed, far above the need of any schedule. */
const MAX_TURNS = 5_000;

const silent = createLogger({ level: 'silent', pretty: false, destination: { write: () => undefined } });

/**
 * Runs one schedule: a seed decides the log, the order of all steps and the failures. Then everything is healed, and stored data must
 * follow from the log.
 * @throws Violation
 */
export async function runSchedule({ seed, keepHistory = false }: ScheduleOptions): Promise<void> {
  const random = createRandom(seed);
  const scheduler = new Scheduler(random, keepHistory);
  const simulation = new Simulation(scheduler, random);
  try {
    await withVirtualTime(scheduler, () => simulation.run());
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Violation([error.message, ...(scheduler.history ?? [])].join('\n'));
  }
}

class Simulation {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #faults: Faults;
  readonly #database: Database;
  readonly #log = makeLog();
  readonly #group: Group;
  readonly #actors = new Set<Actor>();
  #retention: RetentionRun | undefined;
  #started = 0;
  #produced = 0;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#faults = new Faults(random, random.pick([0, 0.01, 0.05]));
    this.#database = new Database(scheduler);
    const ended = (actor: Actor) => {
      this.#kill(actor);
      this.#group.expire();
    };
    const parts = { scheduler, faults: this.#faults, log: this.#log, ended };
    this.#group = random.chance(0.5) ? new PlainGroup(parts) : new KafkaGroup(parts);
  }

  async run(): Promise<void> {
    await this.#start();
    for (let turn = 0; turn < STORMY_TURNS; turn += 1) {
      if (this.#random.chance(0.1)) await this.#disturb();
      if (this.#random.chance(0.1)) this.#produce();
      await this.#scheduler.turn();
    }
    await this.#heal();
    for (let turn = 0; !this.#isDone(); turn += 1) {
      this.#acceptGaps();
      if (this.#isStored() && this.#retention?.isOver !== false && this.#hidesSome()) this.#expire(0);
      if (this.#actors.size === 0) await this.#start();
      if (turn > MAX_TURNS) this.#scheduler.violate(`it does not come to an end: ${this.#offsets()}`);
      if (!(await this.#scheduler.turn())) this.#scheduler.violate(`it stands still: ${this.#offsets()}`);
    }
    checkOutcome({ log: this.#log, database: this.#database, scheduler: this.#scheduler });
  }

  #produce(): void {
    if (this.#produced >= RECORDS) return;
    this.#produced += 1;
    produce(this.#log, this.#random, this.#produced);
  }

  async #start(): Promise<void> {
    if (this.#actors.size >= MAX_PROCESSES) return;
    this.#started += 1;
    const actor: Actor = { name: `writer ${this.#started}`, state: 'alive' };
    this.#actors.add(actor);
    const [scheduler, faults, database] = [this.#scheduler, this.#faults, this.#database];
    const store = new SimulatedStore({ database, scheduler, faults, client: actor });
    const writer = createWriter({
      store: this.#random.chance(0.5) ? groupCommits({ store, transactions: 2 }) : store,
      logger: silent,
      observer: { stored: () => undefined, failed: () => undefined, retrying: () => undefined },
      streamOf: (topic) => topic,
      retryForMs: 1_000,
      givenBack: '',
      elapsed: () => scheduler.now,
    });
    await scheduler.act(actor, 'starts', () => this.#group.join(actor, writer));
  }

  async #disturb(): Promise<void> {
    const actor = [...this.#actors][this.#random.below(this.#actors.size)];
    const what = this.#random.pick(DISTURBANCES);
    this.#scheduler.history?.push(`-- ${what} ${actor?.name ?? ''}`);
    if (what === 'start') await this.#start();
    if (what === 'kill' && actor !== undefined) this.#kill(actor);
    if (what === 'freeze' && actor !== undefined) actor.state = 'frozen';
    if (what === 'thaw') for (const each of this.#actors) each.state = 'alive';
    if (what === 'rebalance') this.#group.rebalance();
    if (what === 'expire') this.#group.expire();
    if (what === 'refuse') this.#faults.refusing = !this.#faults.refusing;
    if (what === 'end idle') this.#endFrozen();
    if (what === 'restart database') this.#restartDatabase();
    if (what === 'cut log') this.#cutLog();
    if (what === 'expire traces') this.#expire(this.#random.below(3));
    if (what === 'kill retention') this.#retention?.kill();
    if (what === 'move leaders') for (const each of this.#log) each.leader = this.#random.below(2);
    if (this.#actors.size === 0) await this.#start();
  }

  /** Truncates the start of the log, stored or not. Only with Kafka, because a plain bus does not detect it. */
  #cutLog(): void {
    const partition = this.#log[this.#random.below(this.#log.length)];
    if (partition === undefined || !(this.#group instanceof KafkaGroup)) return;
    const { nextOffset } = this.#database.row(partition.name);
    const most = this.#random.chance(0.2) ? partition.end : nextOffset;
    partition.low = Math.max(partition.low, this.#random.below(most + 1));
  }

  /** Ends an hour and expires traces of this age, of one project or of all; one run at a time. */
  #expire(hours: number): void {
    if (this.#retention?.isOver === false) return;
    const [scheduler, database] = [this.#scheduler, this.#database];
    this.#retention = new RetentionRun({ scheduler, database, ofAll: this.#random.chance(0.5), hours });
  }

  #hidesSome(): boolean {
    return [...this.#database.traces.values()].some(({ part }) => part < this.#database.floor);
  }

  /** Lets an operator skip the offsets that the log has lost. */
  #acceptGaps(): void {
    for (const { name, low } of this.#log) {
      if (this.#database.row(name).nextOffset < low) this.#database.acceptGap(name, low);
    }
  }

  #kill(actor: Actor): void {
    this.#scheduler.kill(actor);
    this.#actors.delete(actor);
    for (const transaction of this.#database.open) {
      if (transaction.client === actor) this.#database.leave(transaction);
    }
  }

  /** Ends transactions of frozen clients: the server limits its wait for the next statement. */
  #endFrozen(): void {
    for (const transaction of this.#database.open) {
      if (transaction.client.state !== 'frozen' || transaction.state !== 'open') continue;
      this.#database.abort(transaction, Object.assign(new Error('idle in transaction'), { code: '25P03' }));
    }
  }

  /** Ends all transactions that have not committed. */
  #restartDatabase(): void {
    for (const transaction of this.#database.open) {
      this.#database.abort(transaction, Object.assign(new Error('the server ends'), { code: '57P01' }));
    }
  }

  async #heal(): Promise<void> {
    this.#scheduler.history?.push('-- heal');
    this.#faults.active = false;
    this.#faults.refusing = false;
    for (const actor of this.#actors) actor.state = 'alive';
    while (this.#produced < RECORDS) this.#produce();
    if (this.#actors.size === 0) await this.#start();
    this.#group.expire();
  }

  #isStored(): boolean {
    return this.#log.every(({ name, lastEnd }) => this.#database.row(name).nextOffset >= lastEnd);
  }

  #isDone(): boolean {
    const isRetained = this.#retention?.isOver !== false && !this.#hidesSome();
    return this.#isStored() && isRetained && this.#database.open.length === 0;
  }

  #offsets(): string {
    return this.#log.map(({ name, end }) => `${name} at ${this.#database.row(name).nextOffset} of ${end}`).join(', ');
  }
}

/** Events between two turns. */
const DISTURBANCES = [
  'start',
  'kill',
  'freeze',
  'thaw',
  'rebalance',
  'expire',
  'refuse',
  'end idle',
  'restart database',
  'move leaders',
  'cut log',
  'expire traces',
  'kill retention',
] as const;
