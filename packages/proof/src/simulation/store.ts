import { hasReceipt, itemCount, ofKind } from '@sluice/record';
import {
  type CommonStore,
  type FencedBatch,
  OffsetConflictError,
  TextCutter,
  TracePacks,
  type CommittedOffset,
  type StoreBatch,
  type StoreOutcome,
  TryAgainError,
  mergeRecords,
  isHidden,
} from '@sluice/store/write';
import { type Database, type Transaction, packsKey } from './database';
import type { Faults } from './faults';
import { duplicatesOf, mergeHeld, toHeld } from './held-trace';
import { withoutPoison } from './poison';
import type { Actor, Scheduler } from './scheduler';

export interface StoreDependencies {
  readonly database: Database;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly client: Actor;
}

type Delivery = StoreBatch['deliveries'][number];

/**
 * Record store of one process, with the transaction of the real one: rows under locks in order of their keys, then the shared daily row,
 * then the committed offset by compare-and-set, then COMMIT. Any statement may fail, and the answer to any COMMIT may be lost.
 */
export class SimulatedStore implements CommonStore {
  readonly #cutter = new TextCutter();
  readonly #dependencies: StoreDependencies;

  constructor(dependencies: StoreDependencies) {
    this.#dependencies = dependencies;
  }

  position(topic: string, partition: number): Promise<CommittedOffset> {
    return this.#inTransaction(async (transaction) => {
      // Locks like `for update`, which holds the row only during the statement here.
      await this.#statement(transaction, 'read position', offsetKey(topic, partition));
      const { epoch, nextOffset } = this.#dependencies.database.row(`${topic}/${partition}`);
      this.#dependencies.database.abort(transaction, new Error('has read'));
      return { epoch, nextOffset };
    });
  }

  store(batch: StoreBatch, from: CommittedOffset): Promise<StoreOutcome> {
    return this.#inTransaction(async (transaction) => {
      const batches = [placed({ batch, from })];
      let outcomes = await this.#write(transaction, batches, true);
      if (outcomes === undefined) {
        this.#dependencies.database.rollback(transaction);
        outcomes = await this.#write(transaction, batches, false);
      }
      return (await this.#finish(transaction, batches, outcomes))[0] as StoreOutcome;
    });
  }

  storeTogether(fenced: readonly FencedBatch[]): Promise<StoreOutcome[]> {
    return this.#inTransaction(async (transaction) => {
      const batches = fenced.map(placed);
      return this.#finish(transaction, batches, await this.#write(transaction, batches, true));
    });
  }

  async #finish(
    transaction: Transaction,
    batches: readonly PlacedBatch[],
    outcomes: readonly StoreOutcome[] | undefined,
  ): Promise<StoreOutcome[]> {
    if (outcomes === undefined) throw new TryAgainError('a record is refused');
    const moves = batches.map(({ batch, from, key }, index) => {
      return { batch, move: { key, from, next: batch.next, outcome: outcomes[index] as StoreOutcome } };
    });
    for (const { batch, move } of moves.sort((a, b) => a.batch.partition - b.batch.partition)) {
      await this.#statement(transaction, 'advance', offsetKey(batch.topic, batch.partition));
      if (!this.#dependencies.database.advance(transaction, move)) {
        throw new OffsetConflictError(`${move.key} does not stand at offset ${move.from.nextOffset}`);
      }
    }
    await this.#commit(transaction);
    return [...outcomes];
  }

  async #inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = this.#dependencies.database.begin(this.#dependencies.client);
    try {
      return await work(transaction);
    } catch (error) {
      this.#dependencies.database.leave(transaction);
      throw error;
    }
  }

  /** Waits for the lock of the statement, and for its answer. */
  async #statement(transaction: Transaction, label: string, lock?: string): Promise<void> {
    const { database, scheduler, faults, client } = this.#dependencies;
    const free = () => transaction.state === 'ended' || lock === undefined || database.isFree(lock, transaction);
    await scheduler.step(client, label, free);
    if (transaction.failure !== undefined) throw transaction.failure;
    const failure = faults.ofStatement();
    if (failure !== undefined) throw failure;
    if (lock !== undefined) database.lock(lock, transaction);
  }

  async #commit(transaction: Transaction): Promise<void> {
    const { database, scheduler, faults, client } = this.#dependencies;
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
    batches: readonly PlacedBatch[],
    isFirst: boolean,
  ): Promise<StoreOutcome[] | undefined> {
    await this.#statement(transaction, 'hold floors');
    transaction.holdsFloors = true;
    const deliveries = batches.flatMap((placed) => placed.batch.deliveries.map((each) => ({ ...each, placed })));
    const unseen = await this.#unseen(transaction, deliveries);
    const seen = deliveries.filter(({ record }) => hasReceipt(record) && !unseen.has(record.recordId));
    // The first one is stored of a request that is in the batches twice.
    const repeated = deliveries.filter(
      ({ record }, index) =>
        hasReceipt(record) &&
        unseen.has(record.recordId) &&
        deliveries.findIndex((other) => other.record.recordId === record.recordId) < index,
    );
    const known = new Set([...seen, ...repeated]);
    const split = deliveries
      .filter((delivery) => !known.has(delivery))
      .map(({ placed, offset, record }) => ({ placed, offset, ...withoutPoison(record) }));
    if (isFirst && split.some(({ poison }) => poison.length > 0)) return undefined;
    for (const { recordId, points } of ofKind(
      split.map(({ record }) => record),
      'metric',
    )) {
      points.forEach(({ value }) => transaction.points.set(`${recordId}/${value}`, value));
    }
    const duplicates = await this.#writeTraces(transaction, split);
    return batches.map((placed) => {
      const { at, batch } = placed;
      const refused = split
        .filter((each) => each.placed === placed)
        .flatMap(({ offset, poison }) => poison.map((item) => `${at}/${offset}/${item}`));
      transaction.letters.push(...refused, ...batch.undecodable.map(({ offset }) => `${at}/${offset}/0`));
      for (const { offset } of [...batch.deliveries, ...batch.undecodable]) transaction.offsets.push(`${at}/${offset}`);
      const duplicate =
        itemsIn([...known].filter((each) => each.placed === placed)) +
        duplicates.filter((each) => each === placed).length;
      const lost = batch.undecodable.reduce((sum, letter) => sum + letter.items, 0);
      const stored = itemsIn(batch.deliveries) - duplicate - refused.length;
      return { stored, duplicate, dead: refused.length + lost };
    });
  }

  /** Inserts receipts and waits for transactions that insert the same ones. @returns the new receipts */
  async #unseen(transaction: Transaction, deliveries: readonly Delivery[]): Promise<ReadonlySet<string>> {
    const records = deliveries.map(({ record }) => record).filter(hasReceipt);
    const ids = [...new Set(records.map(({ recordId }) => recordId))].sort();
    for (const id of ids) await this.#statement(transaction, 'receipt', `receipt ${id}`);
    const unseen = ids.filter((id) => !this.#dependencies.database.receipts.has(id));
    transaction.receipts = unseen;
    return new Set(unseen);
  }

  /** @returns the batch of each observation that changed nothing */
  async #writeTraces(transaction: Transaction, sent: readonly PlacedDelivery[]): Promise<PlacedBatch[]> {
    const { database } = this.#dependencies;
    const duplicates: PlacedBatch[] = [];
    const traces = ofKind(
      sent.map(({ record }) => record),
      'trace',
    );
    const { firstOpen, floor, hour } = database;
    const project = { id: 0, salt: '', firstOpen, floor };
    for (const merged of mergeRecords(traces, () => project).map(toHeld)) {
      await this.#statement(transaction, 'trace', `trace ${merged.id}`);
      const row = database.traces.get(merged.id);
      const isGone = row !== undefined && isHidden({ part: row.part, project: project.id }, project);
      const before = isGone ? undefined : row;
      const part = before?.part ?? Math.max(firstOpen, hour);
      const packs = new TracePacks(before === undefined ? [] : database.packsOf(merged.id, part), this.#cutter);
      const after = mergeHeld(before, merged, packs);
      transaction.packs.set(packsKey(merged.id, part), packs.take());
      for (const id of duplicatesOf(before, merged, packs)) duplicates.push(bringer(sent, merged.id, id));
      transaction.daily += after.observations.size - (row?.observations.size ?? 0);
      transaction.traces.set(merged.id, {
        ...after,
        part,
        offsets: [...(before?.offsets ?? []), ...offsetsOf(sent, merged.id)],
      });
    }
    if (traces.length > 0) await this.#statement(transaction, 'daily', 'daily');
    return duplicates;
  }
}

interface PlacedBatch extends FencedBatch {
  /** Topic and partition. */
  readonly key: string;
  /** Topic, partition and epoch. */
  readonly at: string;
}

interface PlacedDelivery extends Delivery {
  readonly placed: PlacedBatch;
}

function placed({ batch, from }: FencedBatch): PlacedBatch {
  const key = `${batch.topic}/${batch.partition}`;
  return { batch, from, key, at: `${key}/${from.epoch}` };
}

/** Returns the log offsets of a trace's records, with the epoch. */
function offsetsOf(sent: readonly PlacedDelivery[], traceId: string): string[] {
  return sent
    .filter(({ record }) => record.kind === 'trace' && record.traceId === traceId)
    .map(({ placed, offset }) => `${placed.at}/${offset}`);
}

function bringer(sent: readonly PlacedDelivery[], traceId: string, id: string): PlacedBatch {
  const found = sent.find(
    ({ record }) =>
      record.kind === 'trace' && record.traceId === traceId && record.observations.some((each) => each.id === id),
  );
  if (found === undefined) throw new Error(`nobody has brought ${traceId}/${id}`);
  return found.placed;
}

function itemsIn(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, { record }) => sum + itemCount(record), 0);
}

const offsetKey = (topic: string, partition: number): string => `offset ${topic}/${partition}`;
