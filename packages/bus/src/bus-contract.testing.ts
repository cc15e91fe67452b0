import { eventually } from '@sluice/testbed/machine';
import { type TraceRecord, recordKey } from '@sluice/record';
import { traceRecord } from '@sluice/testbed/samples';
import { type Batch, type BatchHandler, BusUnavailableError, type Publisher, type Subscriber, type Topic } from '.';

/** A bus to be tested, and the function that ends it. */
export interface BusUnderTest {
  readonly publisher: Publisher;
  readonly subscriber: Subscriber;
  close(): Promise<void>;
}

const TOPIC: Topic = 'sluice.traces.v1';

/** Stores the handled batches; the committed offset follows them, as in a real store. */
class RecordingHandler implements BatchHandler {
  readonly batches: Batch[] = [];
  readonly positions = new Map<number, number>();
  before: (batch: Batch) => Promise<void> = () => Promise.resolve();
  asked = 0;

  position(_topic: Topic, partition: number): Promise<number> {
    this.asked += 1;
    return Promise.resolve(this.positions.get(partition) ?? 0);
  }

  async handle(batch: Batch): Promise<void> {
    await this.before(batch);
    const position = this.positions.get(batch.partition) ?? 0;
    if (batch.from > position) throw new Error(`a batch from ${batch.from} where ${position} comes next`);
    const fresh = batch.deliveries.filter(({ offset }) => offset >= position);
    if (fresh.length > 0) this.batches.push({ ...batch, deliveries: fresh });
    this.positions.set(batch.partition, Math.max(position, batch.next));
  }

  records(): TraceRecord[] {
    return this.batches.flatMap((batch) => batch.deliveries.map(({ record }) => record as TraceRecord));
  }
}

/** Defines the tests that every adapter of the bus must pass (see the port). `make` returns a fresh, empty bus. */
export function describeBusContract(name: string, make: () => Promise<BusUnderTest>): void {
  describe(`the bus contract, ${name}`, () => {
    let bus: BusUnderTest;
    let handler: RecordingHandler;

    beforeEach(async () => {
      bus = await make();
      handler = new RecordingHandler();
      await bus.subscriber.subscribe([TOPIC, 'sluice.metrics.v1'], handler);
    });
    afterEach(() => bus.close());

    test('delivers every record once, unchanged', async () => {
      const sent = Array.from({ length: 200 }, (_, n) => traceRecord(n));
      await Promise.all(sent.map((record) => bus.publisher.publish(TOPIC, [record])));
      await eventually(() => handler.records().length >= sent.length);
      const byId = (a: TraceRecord, b: TraceRecord) => (a.recordId < b.recordId ? -1 : 1);
      expect(handler.records().sort(byId)).toEqual([...sent].sort(byId));
    });

    test('publishing nothing resolves at once', async () => {
      await bus.publisher.publish(TOPIC, []);
      expect(handler.batches).toEqual([]);
    });

    test('batches that are handled at once have no key in common', async () => {
      const running = new Map<number, ReadonlySet<string>>();
      let shared = 0;
      handler.before = async ({ partition, deliveries }) => {
        const keys = new Set(deliveries.map(({ record }) => recordKey(record)));
        for (const others of running.values()) for (const key of keys) if (others.has(key)) shared += 1;
        running.set(partition, keys);
        await pause(2);
        running.delete(partition);
      };
      // The later records are so large that partitions do not wait for each other.
      const sent = Array.from({ length: 60 }, (_, n) => largeRecord(n, n % 5, n < 10 ? 1 : 200_000));
      for (let n = 0; n < sent.length; n += 10) {
        void bus.publisher.publish(TOPIC, sent.slice(n, n + 10));
        await pause(1);
      }
      await eventually(() => handler.records().length >= sent.length);
      expect(shared).toBe(0);
    });

    test('offsets of a partition are consecutive, and its batches never overlap', async () => {
      const running = new Set<number>();
      let overlaps = 0;
      handler.before = async ({ partition }) => {
        if (running.has(partition)) overlaps += 1;
        running.add(partition);
        await pause(2);
        running.delete(partition);
      };
      for (let n = 0; n < 40; n += 4) {
        await Promise.all([0, 1, 2, 3].map((k) => bus.publisher.publish(TOPIC, [traceRecord(n + k)])));
      }
      await eventually(() => handler.records().length >= 40);
      expect(overlaps).toBe(0);
      const offsets = new Map<number, number[]>();
      for (const { partition, deliveries } of handler.batches) {
        const known = offsets.get(partition) ?? [];
        offsets.set(partition, [...known, ...deliveries.map(({ offset }) => offset)]);
      }
      for (const each of offsets.values()) expect(each).toEqual(each.map((_, index) => index));
    });

    test('a record whose handling fails comes again, or its sender is told; it is never acknowledged and gone', async () => {
      let failures = 3;
      handler.before = () => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('the store is away')) : Promise.resolve();
      };
      const sent = Array.from({ length: 20 }, (_, n) => traceRecord(n));
      const results = await Promise.allSettled(sent.map((record) => bus.publisher.publish(TOPIC, [record])));
      const acknowledged = sent
        .filter((_, index) => results[index]?.status === 'fulfilled')
        .map(({ recordId }) => recordId);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(BusUnavailableError);
      }
      const seen = () => new Set(handler.records().map(({ recordId }) => recordId));
      await eventually(() => acknowledged.every((id) => seen().has(id)));
    });

    test('closing waits for what is in flight and refuses what comes later', async () => {
      handler.before = () => pause(50);
      const inFlight = bus.publisher.publish(TOPIC, [traceRecord(1)]);
      await pause(5);
      await bus.publisher.close();
      await inFlight;
      await expect(bus.publisher.publish(TOPIC, [traceRecord(2)])).rejects.toThrow(BusUnavailableError);
      await expect(bus.publisher.check()).rejects.toThrow(BusUnavailableError);
    });
  });
}

/** Makes a record with a text of `length` characters. */
function largeRecord(n: number, trace: number, length: number): TraceRecord {
  const record = traceRecord(n, trace);
  return {
    ...record,
    observations: record.observations.map((each) => ({ ...each, output: JSON.stringify('x'.repeat(length)) })),
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
