import { Worker, type ResourceLimits } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { SOURCE_OPTIONS, closeIn, patience } from '@sluice/testbed/machine';
import { type SluiceRecord, ofKind } from '@sluice/record';
import { createLogger, readSettings } from '@sluice/runtime';
import { testUuid } from '@sluice/testbed/samples';
import { gatewayFields, gatewayLimits } from '../config';
import type { Format } from '../read';
import type { ReadingSteps } from './conversation';
import { LargeBodies, type LargeBodiesOptions } from './large-bodies';
import type { LargeBody } from './messages';

const MIB = 1024 * 1024;
const later = closeIn(afterEach);

function largeBodies(options: Partial<LargeBodiesOptions> = {}, resourceLimits: ResourceLimits = {}) {
  const threads: Worker[] = [];
  const start = (): Worker => {
    const thread = new Worker(require.resolve('./reader-thread'), { execArgv: SOURCE_OPTIONS, resourceLimits });
    threads.push(thread);
    return thread;
  };
  const bodies = new LargeBodies({
    start,
    logger: createLogger({ level: 'silent', pretty: false }),
    maxWaitMs: patience(20_000),
    maxStepMs: patience(20_000),
    idleMs: 20_000,
    maxHeldBytes: Infinity,
    freeMemory: () => undefined,
    ...options,
  });
  later(() => bodies.close());
  return { bodies, threads };
}

const LIMITS = gatewayLimits(readSettings({}, gatewayFields));

function bodyOf(
  text: string | Buffer,
  {
    encoding = 'identity',
    reserved = 64 * MIB,
    maxRecordBytes = Infinity,
    format = 'native',
    ...others
  }: Partial<LargeBody> & { format?: Format; project?: string } = {},
): LargeBody {
  const job = {
    format,
    receivedAt: 1,
    requestId: testUuid(1),
    limits: LIMITS,
    prefixes: ['langfuse'],
    resourceLabels: [],
    ...others,
  };
  return { wire: Uint8Array.from(Buffer.from(text)), encoding, reserved, maxRecordBytes, job };
}

/** A native batch of so many observations of a KiB each; one may have other members. */
function batchOf(count: number, changed = NaN, members: object = {}): string {
  const observations = Array.from({ length: count }, (_, index) => ({
    id: testUuid(index + 1),
    input: 'v'.repeat(1000),
    ...(index === changed && members),
  }));
  return JSON.stringify({ trace: { id: testUuid(7), name: 'large' }, observations });
}

/** Steps that keep what they were given. */
function kept(others: Partial<ReadingSteps> = {}) {
  const records: SluiceRecord[] = [];
  const portions: number[] = [];
  const observed: { larger?: boolean; inflated?: number } = {};
  const steps: ReadingSteps = {
    begin: () => undefined,
    larger: () => void (observed.larger = true),
    inflated: (bytes) => void (observed.inflated = bytes),
    checked: () => undefined,
    records: (next) => {
      portions.push(next.length);
      records.push(...next);
      return Promise.resolve();
    },
    ...others,
  };
  const ids = () => ofKind(records, 'trace').flatMap(({ observations }) => observations.map(({ id }) => id));
  return { steps, records, portions, observed, ids };
}

describe('a large body', () => {
  test.each([3_000, 10_000])('of %i observations is read into all its records, portion by portion', async (count) => {
    const { bodies } = largeBodies();
    const { steps, portions, ids, records, observed } = kept();
    const text = batchOf(count);
    const outcome = await bodies.read(bodyOf(gzipSync(text), { encoding: 'gzip' }), steps);
    expect(outcome).toEqual({ items: count, refused: 0, reasons: [], omitted: [] });
    expect(observed).toEqual({ inflated: text.length });
    expect(portions.length).toBe(Math.ceil(text.length / (4 * MIB)));
    expect(ids()).toEqual(Array.from({ length: count }, (_, index) => testUuid(index + 1)));
    expect(ofKind(records, 'trace').filter(({ updates }) => updates.length > 0)).toHaveLength(1);
    const recordIds = records.map(({ recordId }) => recordId);
    expect([...new Set(recordIds)].sort()).toEqual(recordIds);
  });

  test('gives records of the project of its sender', async () => {
    const { bodies } = largeBodies();
    const { steps, records } = kept();
    await bodies.read(bodyOf(batchOf(2000), { project: 'acme' }), steps);
    expect(new Set(records.map(({ project }) => project))).toEqual(new Set(['acme']));
  });

  test('gives no record of one that is refused for its last item', async () => {
    const { bodies } = largeBodies();
    const { steps, records } = kept();
    const refused = bodies.read(bodyOf(batchOf(10_000, 9_999, { level: 'x' })), steps);
    await expect(refused).rejects.toMatchObject({
      name: 'DecodeError',
      kind: 'invalid',
      message: expect.stringMatching(/^observations\[9999\]\.level must be/) as string,
    });
    expect(records).toEqual([]);
  });

  test.each([3_000, 10_000])('of %i gives no record of one with a record too large for the bus', async (count) => {
    const { bodies } = largeBodies();
    const { steps, records } = kept();
    const text = batchOf(count, count - 1, { input: 'v'.repeat(4 * MIB) });
    await expect(bodies.read(bodyOf(text, { maxRecordBytes: 4 * MIB }), steps)).rejects.toMatchObject({
      kind: 'too-large',
      message: expect.stringMatching(/^a record of 4194\d+ bytes is too large, 4194304 are taken$/) as string,
    });
    expect(records).toEqual([]);
    await bodies.read(bodyOf(text, { maxRecordBytes: 4 * MIB + 1000 }), steps);
    expect(records.length).toBeGreaterThan(0);
  });

  test('asks before it becomes larger than was reserved, and stops when it may not', async () => {
    const { bodies } = largeBodies();
    const body = () => bodyOf(gzipSync(batchOf(3_000)), { encoding: 'gzip', reserved: 2 * MIB });
    const allowed = kept();
    await bodies.read(body(), allowed.steps);
    expect(allowed.observed).toMatchObject({ larger: true });
    const refused = kept({
      larger: () => {
        throw new Error('no room');
      },
    });
    await expect(bodies.read(body(), refused.steps)).rejects.toThrow('no room');
    expect(refused.observed).toEqual({});
  });

  test('tells how many items it holds before any record, and gives none where that is refused', async () => {
    const { bodies } = largeBodies();
    for (const count of [3_000, 10_000]) {
      const asked: number[] = [];
      const refused = kept({
        checked: (items) => {
          asked.push(items);
          throw new Error('the quota is used up');
        },
      });
      await expect(bodies.read(bodyOf(batchOf(count)), refused.steps)).rejects.toThrow('the quota is used up');
      expect([asked, refused.records]).toEqual([[count], []]);
    }
  });

  test('that is not wanted any more when its turn has come is not read, and the next one is', async () => {
    const { bodies, threads } = largeBodies();
    const refused = kept({
      begin: () => {
        throw new Error('the bus is full');
      },
    });
    const next = kept();
    const reading = [bodies.read(bodyOf('{'), refused.steps), bodies.read(bodyOf(batchOf(2_000)), next.steps)];
    await expect(reading[0]).rejects.toThrow('the bus is full');
    await reading[1];
    expect([refused.observed, next.ids().length, threads.length]).toEqual([{}, 2_000, 1]);
  });

  test('ends with what its records met, and the next one is read', async () => {
    const { bodies, threads } = largeBodies();
    const failing = kept({ records: () => Promise.reject(new Error('the bus is away')) });
    await expect(bodies.read(bodyOf(batchOf(10_000)), failing.steps)).rejects.toThrow('the bus is away');
    const next = kept();
    await bodies.read(bodyOf(batchOf(2_000)), next.steps);
    expect([next.ids().length, threads.length]).toEqual([2_000, 1]);
  });

  test('is read after the one before it, and refused when that takes too long', async () => {
    const { bodies } = largeBodies({ maxWaitMs: 50 });
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = bodies.read(bodyOf(batchOf(20_000)), kept({ records: () => held }).steps);
    await expect(bodies.read(bodyOf(batchOf(2_000)), kept().steps)).rejects.toMatchObject({ status: 503 });
    goOn();
    await slow;
  });

  test('of one project is read while that of another is stored, and the second of that one is not', async () => {
    const { bodies, threads } = largeBodies();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const ended: string[] = [];
    const read = (project: string, { steps }: ReturnType<typeof kept>) =>
      bodies.read(bodyOf(batchOf(20_000), { project }), steps).then(() => ended.push(project));
    const greedy = [read('greedy', kept({ records: () => held })), read('greedy', kept())];
    await read('modest', kept());
    expect([ended, bodies.waiting, threads.length]).toEqual([['modest'], 1, 2]);
    goOn();
    await Promise.all(greedy);
    expect(ended).toEqual(['modest', 'greedy', 'greedy']);
  });

  test('has its turn until it is read, and not until it is stored: the next one of its project is read meanwhile', async () => {
    const { bodies, threads } = largeBodies();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const first = kept({ records: () => held });
    const reading = bodies.read(bodyOf(batchOf(10_000)), first.steps);
    const next = kept();
    await bodies.read(bodyOf(batchOf(2_000)), next.steps);
    expect([next.ids().length, threads.length]).toEqual([2_000, 1]);
    goOn();
    expect(await reading).toMatchObject({ items: 10_000 });
  });

  test('that takes more memory than the thread has is 413, and the next one is read', async () => {
    const { bodies, threads } = largeBodies({}, { maxOldGenerationSizeMb: 30 });
    const values = `{"trace":{"id":"${testUuid(7)}","input":[${'[[[[]]]],'.repeat(195_000)}0]}}`;
    await expect(bodies.read(bodyOf(values), kept().steps)).rejects.toMatchObject({
      status: 413,
      message: 'the body takes too much memory: send fewer items at once',
    });
    const next = kept();
    await bodies.read(bodyOf(batchOf(2_000)), next.steps);
    expect([next.ids().length, threads.length]).toEqual([2_000, 2]);
  });

  test('that takes too long is 413, and the next one is read', async () => {
    const { bodies } = largeBodies({ maxStepMs: 1 });
    await expect(bodies.read(bodyOf(batchOf(10_000)), kept().steps)).rejects.toMatchObject({ status: 413 });
  });

  test('that takes too long does not leave its ending thread to the next one', async () => {
    const { bodies, threads } = largeBodies({ maxStepMs: 1 });
    const both = [bodies.read(bodyOf(batchOf(2_000)), kept().steps), bodies.read(bodyOf(batchOf(2_000)), kept().steps)];
    const tooLong = { status: 413, message: 'the body takes too long to read: send fewer items at once' };
    for (const { reason } of (await Promise.allSettled(both)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject(tooLong);
    }
    expect(threads).toHaveLength(2);
  });

  describe('whose thread ends while its first records are stored', () => {
    /** The reading, once it hands out records, and how these become stored. */
    const begun = async () => {
      const { bodies, threads } = largeBodies();
      let store: () => void = () => undefined;
      const stored = new Promise<void>((resolve) => (store = resolve));
      const reading = { isOver: false, ended: Promise.resolve<unknown>(undefined) };
      await new Promise<void>((resolve) => {
        const records = () => (resolve(), stored);
        reading.ended = bodies.read(bodyOf(batchOf(20_000)), kept({ records }).steps).catch((error: unknown) => error);
        void reading.ended.then(() => (reading.isOver = true));
      });
      const [thread] = threads;
      if (thread === undefined) throw new Error('no thread was started');
      return { thread, reading, store };
    };

    test('is 503, not 413: a part of it is stored', async () => {
      const { thread, reading, store } = await begun();
      thread.emit('error', Object.assign(new Error('no memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
      await thread.terminate();
      store();
      expect(await reading.ended).toMatchObject({
        status: 503,
        message: 'the body was stored in part only: send again',
      });
    });

    test('is over when these are stored, and says nothing more to the thread', async () => {
      const { thread, reading, store } = await begun();
      const posted = jest.spyOn(thread, 'postMessage');
      await thread.terminate();
      await new Promise((resolve) => setImmediate(resolve));
      expect(reading.isOver).toBe(false);
      store();
      expect(await reading.ended).toMatchObject({ status: 503 });
      expect(posted).not.toHaveBeenCalled();
    });
  });

  test('is refused, and starts no thread, where it waits while all are closed', async () => {
    const { bodies, threads } = largeBodies();
    const first = bodies.read(bodyOf(batchOf(2_000)), kept().steps);
    const waiting = bodies.read(bodyOf(batchOf(2_000)), kept().steps);
    const refused = Promise.all([first, waiting].map((read) => expect(read).rejects.toMatchObject({ status: 503 })));
    await new Promise((resolve) => setImmediate(resolve));
    await bodies.close();
    await refused;
    await expect(bodies.read(bodyOf(batchOf(2_000)), kept().steps)).rejects.toMatchObject({ status: 503 });
    expect(threads).toHaveLength(1);
  });

  test('lets its thread go before its last records are stored, also where they are one large record', async () => {
    const { bodies, threads } = largeBodies({ maxHeldBytes: 0 });
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const text = JSON.stringify({ trace: { id: testUuid(7), input: 'v'.repeat(6 * MIB) } });
    const reading = bodies.read(bodyOf(text), kept({ records: () => held }).steps);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => threads[0]?.once('exit', resolve));
    goOn();
    await reading;
  });

  test.each([
    { items: 6_000, left: 'much', maxHeldBytes: 0, threads: 3 },
    { items: 6_000, left: 'little', maxHeldBytes: 1024 * MIB, threads: 1 },
    { items: 2_000, left: 'much', maxHeldBytes: 0, threads: 1 },
  ])('of $items that left $left in the memory of its thread: $threads for three', async (given) => {
    const { items, maxHeldBytes, threads } = given;
    const large = largeBodies({ maxHeldBytes });
    await large.bodies.read(bodyOf(batchOf(items)), kept().steps);
    await expect(large.bodies.read(bodyOf(batchOf(items, items - 1, { level: 'x' })), kept().steps)).rejects.toThrow();
    await large.bodies.read(bodyOf(batchOf(items)), kept().steps);
    expect(large.threads).toHaveLength(threads);
  });

  test('leaves no thread behind after some time', async () => {
    const ended = (thread: Worker | undefined) => new Promise((resolve) => thread?.once('exit', resolve));
    const idle = largeBodies({ idleMs: 10 });
    await idle.bodies.read(bodyOf(batchOf(2_000)), kept().steps);
    await ended(idle.threads[0]);
    await idle.bodies.read(bodyOf(batchOf(2_000)), kept().steps);
    expect(idle.threads).toHaveLength(2);
  });

  test('is refused when the thread is closed under it', async () => {
    const { bodies } = largeBodies();
    const reading = bodies.read(bodyOf(batchOf(10_000)), kept().steps);
    await new Promise((resolve) => setImmediate(resolve));
    await bodies.close();
    await expect(reading).rejects.toMatchObject({ status: 503 });
  });
});
