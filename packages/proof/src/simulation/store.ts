import { hasReceipt, itemCount, ofKind } from '@sluice/record';
import {
  OffsetConflictError,
  type Position,
  type RecordStore,
  type StoreBatch,
  type StoreOutcome,
  foldRecords,
} from '@sluice/store/write';
import type { Database, Transaction } from './database';
import type { Faults } from './faults';
import { countDuplicates, mergeFolded, toHeld } from './fold';
import { withoutPoison } from './poison';
import type { Actor, Scheduler } from './scheduler';

export interface StoreParts {
  readonly database: Database;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly client: Actor;
}

type Delivery = StoreBatch['deliveries'][number];

/**
 * The record store of one process, with the transaction of the real one: rows under locks in order of their keys, then
 * the shared daily row, then the position by compare-and-set, then COMMIT. Any statement may fail, and of any COMMIT the
 * answer may be lost.
 */
export class SimulatedStore implements RecordStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  position(topic: string, partition: number): Promise<Position> {
    return this.#inTransaction(async (transaction) => {
      // As `for update` does, which then holds the row no longer than the statement takes.
      await this.#statement(transaction, 'read position', offsetKey(topic, partition));
      const { epoch, nextOffset } = this.#parts.database.place(`${topic}/${partition}`);
      this.#parts.database.abort(transaction, new Error('has read'));
      return { epoch, nextOffset };
    });
  }

  store(batch: StoreBatch, from: Position): Promise<StoreOutcome> {
    return this.#inTransaction(async (transaction) => {
      const { database } = this.#parts;
      let outcome = await this.#write(transaction, batch, from, true);
      if (outcome === undefined) {
        database.rollback(transaction);
        outcome = await this.#write(transaction, batch, from, false);
      }
      if (outcome === undefined) throw new Error('refused twice');
      const key = `${batch.topic}/${batch.partition}`;
      await this.#statement(transaction, 'advance', offsetKey(batch.topic, batch.partition));
      if (!database.advance(transaction, { key, from, next: batch.next, outcome })) {
        throw new OffsetConflictError(`${key} does not stand at offset ${from.nextOffset}`);
      }
      await this.#commit(transaction);
      return outcome;
    });
  }

  async #inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = this.#parts.database.begin(this.#parts.client);
    try {
      return await work(transaction);
    } catch (error) {
      this.#parts.database.leave(transaction);
      throw error;
    }
  }

  /** Waits for the lock that the statement takes, and for its answer. */
  async #statement(transaction: Transaction, label: string, lock?: string): Promise<void> {
    const { database, scheduler, faults, client } = this.#parts;
    const free = () => transaction.state === 'ended' || lock === undefined || database.isFree(lock, transaction);
    await scheduler.step(client, label, free);
    if (transaction.failure !== undefined) throw transaction.failure;
    const failure = faults.ofStatement();
    if (failure !== undefined) throw failure;
    if (lock !== undefined) database.lock(lock, transaction);
  }

  async #commit(transaction: Transaction): Promise<void> {
    const { database, scheduler, faults, client } = this.#parts;
    await this.#statement(transaction, 'send commit');
    database.commitSoon(transaction);
    const lost = faults.ofCommit();
    await scheduler.step(client, 'commit answered', () => lost !== undefined || transaction.state === 'ended');
    const failure = transaction.failure ?? lost;
    if (failure !== undefined) throw failure;
  }

  /** @returns undefined where it is the first attempt and an item is refused */
  async #write(
    transaction: Transaction,
    { topic, partition, deliveries, undecodable }: StoreBatch,
    from: Position,
    isFirst: boolean,
  ): Promise<StoreOutcome | undefined> {
    const unseen = await this.#unseen(transaction, deliveries);
    const seen = deliveries.filter(({ record }) => hasReceipt(record) && !unseen.has(record.recordId));
    // Of one request that lies in the batch twice the first is stored.
    const repeated = deliveries.filter(
      ({ record }, index) =>
        hasReceipt(record) &&
        unseen.has(record.recordId) &&
        deliveries.findIndex((other) => other.record.recordId === record.recordId) < index,
    );
    const known = new Set([...seen, ...repeated]);
    const split = deliveries
      .filter((delivery) => !known.has(delivery))
      .map(({ offset, record }) => ({ offset, ...withoutPoison(record) }));
    const at = `${topic}/${partition}/${from.epoch}`;
    const refused = split.flatMap(({ offset, poison }) => poison.map((item) => `${at}/${offset}/${item}`));
    if (isFirst && refused.length > 0) return undefined;
    const records = split.map(({ record }) => record);
    for (const { recordId, points } of ofKind(records, 'metric')) {
      points.forEach(({ value }) => transaction.points.set(`${recordId}/${value}`, value));
    }
    const duplicate =
      [...known].reduce((sum, { record }) => sum + itemCount(record), 0) +
      (await this.#writeTraces(transaction, records));
    const letters = [...refused, ...undecodable.map(({ offset }) => `${at}/${offset}/0`)];
    transaction.letters.push(...letters);
    for (const { offset } of [...deliveries, ...undecodable]) transaction.offsets.push(`${at}/${offset}`);
    const items = deliveries.reduce((sum, { record }) => sum + itemCount(record), 0);
    const lost = undecodable.reduce((sum, letter) => sum + letter.items, 0);
    return { stored: items - duplicate - refused.length, duplicate, dead: refused.length + lost };
  }

  /** Inserts receipts, waiting for whoever inserts the same; those that were not known. */
  async #unseen(transaction: Transaction, deliveries: readonly Delivery[]): Promise<ReadonlySet<string>> {
    const records = deliveries.map(({ record }) => record).filter(hasReceipt);
    const ids = [...new Set(records.map(({ recordId }) => recordId))].sort();
    for (const id of ids) await this.#statement(transaction, 'receipt', `receipt ${id}`);
    const unseen = ids.filter((id) => !this.#parts.database.receipts.has(id));
    transaction.receipts = unseen;
    return new Set(unseen);
  }

  /** @returns how many observations changed nothing */
  async #writeTraces(transaction: Transaction, records: readonly Delivery['record'][]): Promise<number> {
    const { database } = this.#parts;
    let duplicates = 0;
    const folded = foldRecords(ofKind(records, 'trace'), () => DEFAULT_PROJECT).map(toHeld);
    for (const sent of folded) {
      await this.#statement(transaction, 'trace', `trace ${sent.id}`);
      const before = database.traces.get(sent.id);
      const after = before === undefined ? sent : mergeFolded(before, sent);
      duplicates += countDuplicates(before, sent);
      transaction.daily += after.observations.size - (before?.observations.size ?? 0);
      transaction.traces.set(sent.id, after);
    }
    if (folded.length > 0) await this.#statement(transaction, 'daily', 'daily');
    return duplicates;
  }
}

/** All of its records are of the default project. */
const DEFAULT_PROJECT = { id: 0, salt: '', firstOpen: 0 };

const offsetKey = (topic: string, partition: number): string => `offset ${topic}/${partition}`;
