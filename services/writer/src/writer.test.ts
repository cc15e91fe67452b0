import { type Batch, HaltPartitionError } from '@sluice/bus';
import { createLogger } from '@sluice/runtime';
import {
  OffsetConflictError,
  type CommittedOffset,
  type RecordStore,
  type StoreBatch,
  TookTooLongError,
} from '@sluice/store/write';
import { traceRecord } from '@sluice/testbed/samples';
import { OffsetGapError, createWriter } from './writer';

const TOPIC = 'sluice.traces.v1';
const batch = (first: number, count: number): Batch => ({
  topic: TOPIC,
  partition: 0,
  from: first,
  next: first + count,
  undecodable: [],
  deliveries: Array.from({ length: count }, (_, n) => ({ offset: first + n, record: traceRecord(first + n) })),
});
const KEPT = new AbortController().signal;
const coded = (code: string) => Object.assign(new Error(code), { code });

/** Store with the fence of the real one; `failures` are thrown before or after its commit, one a call. */
class FencedLog implements RecordStore {
  nextOffset = 0;
  readonly stored: number[] = [];
  /** Limit of records at once; more exceed its time-out. */
  most = Infinity;
  failures: { readonly error: Error; readonly committed?: boolean }[] = [];

  position(): Promise<CommittedOffset> {
    return Promise.resolve({ epoch: 0, nextOffset: this.nextOffset });
  }

  store({ deliveries, undecodable, next }: StoreBatch, from: CommittedOffset) {
    if (deliveries.length + undecodable.length > this.most) return Promise.reject(new TookTooLongError('too slow'));
    const failure = this.failures.shift();
    if (failure !== undefined && failure.committed !== true) return Promise.reject(failure.error);
    if (from.nextOffset !== this.nextOffset) return Promise.reject(new OffsetConflictError('moved'));
    for (const { offset } of [...deliveries, ...undecodable]) this.stored.push(offset);
    this.nextOffset = next;
    return failure === undefined
      ? Promise.resolve({ stored: deliveries.length, duplicate: 0, dead: 0 })
      : Promise.reject(failure.error);
  }
}

function setUp(retryForMs = 1000) {
  const store = new FencedLog();
  const failed: string[] = [];
  const retrying: boolean[] = [];
  const observer = {
    stored: () => undefined,
    failed: (_: string, failure: string) => void failed.push(failure),
    retrying: (_: string, is: boolean) => void retrying.push(is),
  };
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'info', pretty: false, destination });
  const writer = createWriter({
    store,
    logger,
    observer,
    streamOf: (topic) => topic,
    retryForMs,
    givenBack: 'their senders are told to send again',
    elapsed: () => performance.now(),
  });
  return {
    store,
    writer,
    failed,
    retrying,
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

test('what is delivered again is stored once', async () => {
  const { store, writer } = setUp();
  await writer.handle(batch(0, 3), KEPT);
  await writer.handle(batch(0, 3), KEPT);
  await writer.handle(batch(1, 4), KEPT);
  expect(store.stored).toEqual([0, 1, 2, 3, 4]);
});

test('a failure that can pass is tried again', async () => {
  const { store, writer, failed } = setUp();
  store.failures = [{ error: coded('40P01') }, { error: coded('57P01') }];
  await writer.handle(batch(0, 2), KEPT);
  expect(store.stored).toEqual([0, 1]);
  expect(failed).toEqual(['retry', 'retry']);
});

test('a commit whose answer was lost is found out by the position and not repeated', async () => {
  const { store, writer } = setUp();
  store.failures = [{ error: new Error('Connection terminated unexpectedly'), committed: true }];
  await writer.handle(batch(0, 2), KEPT);
  expect(store.stored).toEqual([0, 1]);
});

test('records that take too long together are stored in smaller batches, and later ones together again', async () => {
  const { store, writer } = setUp();
  store.most = 3;
  const damaged = { bytes: new Uint8Array(), reason: 'damaged', recordId: undefined, items: 1, receivedAt: 0 };
  await writer.handle({ ...batch(0, 10), next: 12, undecodable: [{ ...damaged, offset: 10 }] }, KEPT);
  expect(store.stored).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(store.nextOffset).toBe(12);

  store.most = Infinity;
  const calls = jest.spyOn(store, 'store');
  for (const first of [12, 32, 52]) await writer.handle(batch(first, 20), KEPT);
  const sizes = calls.mock.calls.map(([{ deliveries }]) => deliveries.length);
  expect(sizes[0]).toBeLessThan(20);
  expect(sizes.at(-1)).toBe(20);
});

test('what was too much is remembered while the batch is given back', async () => {
  const { store, writer } = setUp(0);
  store.most = 1;
  const calls = jest.spyOn(store, 'store');
  for (let turn = 0; turn < 3; turn++) await expect(writer.handle(batch(0, 8), KEPT)).rejects.toThrow('too slow');
  expect(calls.mock.calls.map(([{ deliveries }]) => deliveries.length)).toEqual([8, 4, 2]);
  store.most = Infinity;
  await writer.handle(batch(0, 8), KEPT);
  expect(store.stored).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a position that another writer has moved is read again', async () => {
  const { store, writer } = setUp();
  await writer.handle(batch(0, 1), KEPT);
  await store.store(batch(1, 2), { epoch: 0, nextOffset: 1 });
  await writer.handle(batch(1, 4), KEPT);
  expect(store.stored).toEqual([0, 1, 2, 3, 4]);
});

test('a failure that needs an operator is reported at once', async () => {
  const { store, writer, failed } = setUp();
  // A missing right, data that the store cannot bisect, and a fault of the program.
  for (const error of [coded('42501'), coded('22P02'), new RangeError('not an integer')]) {
    store.failures = [{ error }];
    const halted = writer.handle(batch(0, 1), KEPT);
    await expect(halted).rejects.toThrow(HaltPartitionError);
    await expect(halted).rejects.toThrow(error.message);
  }
  expect(failed).toEqual(['halt', 'halt', 'halt']);
});

test('what is stored of a batch with a record that cannot be is all before it, and the partition stands at it', async () => {
  const { store, writer, failed } = setUp();
  const poison = 37;
  const storing = store.store.bind(store);
  store.store = (part, from) =>
    part.deliveries.some(({ offset }) => offset === poison)
      ? Promise.reject(new RangeError('no such number'))
      : storing(part, from);
  const halted = writer.handle(batch(0, 100), KEPT);
  await expect(halted).rejects.toThrow(HaltPartitionError);
  await expect(halted).rejects.toThrow('no such number');
  expect(store.nextOffset).toBe(poison);
  expect(failed).toEqual(['halt']);
  // Like `sluice offsets set-aside`.
  await store.store({ ...batch(poison, 0), next: poison + 1 }, { epoch: 0, nextOffset: poison });
  await writer.handle(batch(poison + 1, 62), KEPT);
  expect(store.stored).toEqual(Array.from({ length: 100 }, (_, n) => n).filter((n) => n !== poison));
});

test('trying again ends with the time that is given', async () => {
  const { store, writer, retrying } = setUp(50);
  store.failures = Array.from({ length: 100 }, () => ({ error: coded('53100') }));
  await expect(writer.handle(batch(0, 1), KEPT)).rejects.toThrow('53100');
  expect(retrying).toEqual([true, false]);
});

test('a batch is told to be tried again from its first failure until it is stored, once', async () => {
  const { store, writer, retrying } = setUp();
  store.failures = [{ error: coded('40P01') }, { error: coded('57P01') }];
  await writer.handle(batch(0, 1), KEPT);
  await writer.handle(batch(1, 1), KEPT);
  expect(retrying).toEqual([true, false]);
});

test('a gap before the batch is never skipped', async () => {
  const { store, writer } = setUp();
  await expect(writer.handle(batch(5, 1), KEPT)).rejects.toThrow(OffsetGapError);
  expect(store.stored).toEqual([]);
});

test('offsets that hold nothing are passed', async () => {
  const { store, writer } = setUp();
  await writer.handle({ ...batch(3, 2), from: 0, next: 7 }, KEPT);
  await writer.handle(batch(7, 1), KEPT);
  expect(store.stored).toEqual([3, 4, 7]);
});

test('nothing is begun for a partition that is lost', async () => {
  const { store, writer } = setUp();
  const lost = new AbortController();
  store.failures = [{ error: coded('57P01') }];
  const handled = writer.handle(batch(0, 1), lost.signal);
  lost.abort(new Error('somebody else has it'));
  await expect(handled).rejects.toThrow('somebody else has it');
  expect(store.stored).toEqual([]);
});

test('an outage is told once at its beginning and once at its end, not at every batch and attempt', async () => {
  const { store, writer, lines } = setUp(50);
  store.failures = Array.from({ length: 12 }, () => ({ error: coded('53100') }));
  while (store.failures.length > 0) await writer.handle(batch(0, 1), KEPT).catch(() => undefined);
  await writer.handle(batch(0, 1), KEPT);
  expect(lines()).toEqual([
    expect.objectContaining({ level: 'warn', msg: 'batches cannot be stored: their senders are told to send again' }),
    expect.objectContaining({ level: 'info', msg: 'batches are stored again' }),
  ]);
});

test('a failure that passes while it is tried again is not told', async () => {
  const { store, writer, lines } = setUp();
  store.failures = [{ error: coded('40P01') }, { error: coded('57P01') }];
  await writer.handle(batch(0, 1), KEPT);
  expect(lines()).toEqual([]);
});
