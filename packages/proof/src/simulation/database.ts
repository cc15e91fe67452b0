import type { CommittedOffset, NewPack, StoreOutcome } from '@sluice/store/write';
import type { TraceRow } from './held-trace';
import type { Actor, Scheduler } from './scheduler';

/** Transaction on the server. */
export interface Transaction {
  readonly client: Actor;
  state: 'open' | 'committing' | 'ended';
  /** Reason why the server ended it. */
  failure: Error | undefined;
  readonly traces: Map<string, TraceRow>;
  /** New packs by `packsKey`. */
  readonly packs: Map<string, readonly NewPack[]>;
  /** Whether it holds a lock that keeps the retention floors unchanged until it ends. */
  holdsFloors: boolean;
  readonly points: Map<string, number>;
  receipts: readonly string[];
  /** Change of the shared daily row. */
  daily: number;
  letters: string[];
  /** Offsets of its records, with the epoch. */
  offsets: string[];
  readonly moves: Move[];
}

/** Move of a committed offset, with the counts for the ledger. */
interface Move {
  readonly key: string;
  readonly from: CommittedOffset;
  readonly next: number;
  readonly outcome: StoreOutcome;
}

/** Row of the ledger. */
interface LedgerRow extends CommittedOffset, StoreOutcome {}

const NOWHERE: LedgerRow = { epoch: 0, nextOffset: 0, stored: 0, duplicate: 0, dead: 0 };

/** Returns the key of the packs of a trace with this receipt hour. */
export const packsKey = (id: string, part: number): string => `${id}/${part}`;

/** Simulated server: committed rows, and locks that transactions hold until they end. */
export class Database {
  readonly traces = new Map<string, TraceRow>();
  readonly #packs = new Map<string, readonly NewPack[]>();
  /** Present hour. No new trace gets a receipt hour below `firstOpen`; traces below `floor` are hidden. */
  hour = 0;
  firstOpen = 0;
  floor = 0;
  /** Offsets whose traces expired after they were stored, with the epoch. */
  readonly expired = new Set<string>();
  readonly points = new Map<string, number>();
  /** Ids of metric records. */
  readonly receipts = new Set<string>();
  readonly letters = new Set<string>();
  readonly offsets = new Set<string>();
  /** Offsets that an operator has skipped. */
  readonly skipped = new Set<string>();
  daily = 0;
  readonly #rows = new Map<string, LedgerRow>();
  readonly #locks = new Map<string, Transaction>();
  readonly #transactions = new Set<Transaction>();
  readonly #scheduler: Scheduler;
  readonly #server: Actor = { name: 'database', state: 'alive' };

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Transactions that have not ended. */
  get open(): readonly Transaction[] {
    return [...this.#transactions];
  }

  row(key: string): LedgerRow {
    return this.#rows.get(key) ?? NOWHERE;
  }

  /** Moves a committed offset that no transaction has locked, and records the skipped offsets. */
  acceptGap(key: string, to: number): void {
    if (!this.isFree(`offset ${key}`)) return;
    const row = this.row(key);
    for (let offset = row.nextOffset; offset < to; offset += 1) this.skipped.add(`${key}/${row.epoch}/${offset}`);
    this.#rows.set(key, { ...row, nextOffset: to });
  }

  begin(client: Actor): Transaction {
    const transaction: Transaction = {
      client,
      state: 'open',
      failure: undefined,
      traces: new Map(),
      packs: new Map(),
      holdsFloors: false,
      points: new Map(),
      receipts: [],
      daily: 0,
      letters: [],
      offsets: [],
      moves: [],
    };
    this.#transactions.add(transaction);
    return transaction;
  }

  /** Returns the packs of a trace with this receipt hour. */
  packsOf(id: string, part: number): readonly NewPack[] {
    return this.#packs.get(packsKey(id, part)) ?? [];
  }

  isFree(key: string, transaction?: Transaction): boolean {
    const holder = this.#locks.get(key);
    return holder === undefined || holder === transaction;
  }

  lock(key: string, transaction: Transaction): void {
    if (!this.isFree(key, transaction)) this.#scheduler.violate(`two transactions hold the lock ${key}`);
    this.#locks.set(key, transaction);
  }

  /** Whether no transaction holds the retention floors: a floor may not rise while a transaction makes traces. */
  get areFloorsFree(): boolean {
    return this.open.every(({ holdsFloors }) => !holdsFloors);
  }

  /** Hides the traces below a receipt hour, all at once. */
  hide(below: number): void {
    for (const { part, offsets } of this.traces.values()) {
      if (part >= this.floor && part < below) for (const offset of offsets) this.expired.add(offset);
    }
    this.floor = Math.max(this.floor, below);
    this.firstOpen = Math.max(this.firstOpen, below);
  }

  /** Deletes a trace that the caller has locked, if its receipt hour is below this one. */
  remove(id: string, below: number): void {
    const trace = this.traces.get(id);
    if (trace === undefined || trace.part >= below) return;
    if (trace.part >= this.floor) for (const offset of trace.offsets) this.expired.add(offset);
    this.daily -= trace.observations.size;
    this.traces.delete(id);
    this.#packs.delete(packsKey(id, trace.part));
  }

  /** Behaves like the store's statement: returns false where the committed offset is not `from`. */
  advance(transaction: Transaction, move: Move): boolean {
    const { epoch, nextOffset } = this.row(move.key);
    const isMoved = transaction.moves.some(({ key }) => key === move.key);
    if (isMoved || epoch !== move.from.epoch || nextOffset !== move.from.nextOffset) return false;
    transaction.moves.push(move);
    return true;
  }

  /** Behaves like `rollback; begin`: other transactions can take its locks meanwhile. */
  rollback(transaction: Transaction): void {
    transaction.traces.clear();
    transaction.packs.clear();
    transaction.holdsFloors = false;
    transaction.points.clear();
    transaction.receipts = [];
    transaction.daily = 0;
    this.#unlock(transaction);
  }

  /** Schedules the commit after the client has sent COMMIT: the client no longer decides whether and when it happens. */
  commitSoon(transaction: Transaction): void {
    transaction.state = 'committing';
    this.#later('commit', () => this.#commit(transaction));
  }

  /** Schedules the rollback: the server notices later that the client has gone. */
  leave(transaction: Transaction): void {
    if (transaction.state !== 'open') return;
    this.#later('rollback', () => this.abort(transaction, LOST));
  }

  abort(transaction: Transaction, failure: Error): void {
    if (transaction.state === 'ended') return;
    transaction.failure = failure;
    this.#end(transaction);
  }

  #later(label: string, work: () => void): void {
    // The scheduler reports violations.
    void this.#scheduler
      .step(this.#server, label)
      .then(work)
      .catch(() => undefined);
  }

  #commit(transaction: Transaction): void {
    if (transaction.state === 'ended') return;
    const { traces, packs, points, receipts, daily, letters, offsets, moves } = transaction;
    for (const [id, trace] of traces) this.traces.set(id, trace);
    for (const [key, added] of packs) this.#insertPacks(key, added);
    for (const [key, value] of points) this.points.set(key, value);
    for (const id of receipts) this.#add(this.receipts, id);
    this.daily += daily;
    for (const letter of letters) this.#add(this.letters, letter);
    for (const offset of offsets) this.#add(this.offsets, offset);
    for (const move of moves) this.#moveTo(move);
    this.#end(transaction);
  }

  #insertPacks(key: string, added: readonly NewPack[]): void {
    const packs = this.#packs.get(key) ?? [];
    const twice = added.find(({ no }) => packs.some((pack) => pack.no === no));
    if (twice !== undefined) this.#scheduler.violate(`pack ${twice.no} of ${key} is stored twice`);
    this.#packs.set(key, [...packs, ...added]);
  }

  #moveTo({ key, from, next, outcome }: Move): void {
    const before = this.row(key);
    if (from.epoch === before.epoch && next < before.nextOffset) {
      this.#scheduler.violate(`the position of ${key} went back from ${before.nextOffset} to ${next}`);
    }
    this.#rows.set(key, {
      epoch: from.epoch,
      nextOffset: next,
      stored: before.stored + outcome.stored,
      duplicate: before.duplicate + outcome.duplicate,
      dead: before.dead + outcome.dead,
    });
  }

  #add(set: Set<string>, key: string): void {
    if (set.has(key)) this.#scheduler.violate(`${key} was stored twice`);
    set.add(key);
  }

  #end(transaction: Transaction): void {
    transaction.state = 'ended';
    this.#transactions.delete(transaction);
    this.#unlock(transaction);
  }

  #unlock(transaction: Transaction): void {
    for (const [key, holder] of this.#locks) if (holder === transaction) this.#locks.delete(key);
  }
}

const LOST = new Error('Connection terminated unexpectedly');
