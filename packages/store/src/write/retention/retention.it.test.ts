import { testUuid as uuid } from '@sluice/testbed/samples';
import { raiseFloor } from './floor';
import { createRetention } from './retention';
import {
  DAY,
  dayName,
  HOUR,
  NOW,
  partOf,
  points,
  somethingNew,
  tenDays,
  traceReceived,
  useDatabase,
} from './retention.testing';

const FIVE_DAYS = partOf(NOW - 5 * DAY);
const TABLES = ['observations', 'trace_io', 'text_packs', 'trace_usage'];

const database = useDatabase();

describe('traces', () => {
  test('go when they were received longer ago than they are kept, to the hour, and never before', async () => {
    const { send, run, traceIds, expectAgreement } = database;
    await send(tenDays(1).slice(0, 200));
    expect(await run(5)).toMatchObject({ traces: 80, partitions: 0, floor: FIVE_DAYS * HOUR });
    expect(await traceIds()).toEqual(Array.from({ length: 120 }, (_, n) => uuid(n + 1)));
    await expectAgreement(FIVE_DAYS);
    // The trace was received at half past: the hour goes when its last moment has expired.
    expect(await run(5, { now: NOW + HOUR / 2 - 1 })).toMatchObject({ traces: 0 });
    expect(await run(5, { now: NOW + HOUR / 2 })).toMatchObject({ traces: 1 });
  });

  test('leave empty partitions, which go with the next run', async () => {
    const { send, run, partitionDays, expectAgreement } = database;
    await send(tenDays(4));
    const days = await partitionDays('observations');
    expect(await run(5)).toMatchObject({ partitions: 0, complete: false });
    expect(await partitionDays('observations')).toEqual(days);
    const kept = days.filter((day) => String(day) >= dayName(NOW - 5 * DAY));
    expect(await run(5)).toMatchObject({ partitions: TABLES.length * (days.length - kept.length), complete: true });
    for (const table of TABLES) expect(await partitionDays(table)).toEqual(kept);
    await expectAgreement(FIVE_DAYS);
    expect(await run(5)).toMatchObject({ traces: 0, partitions: 0, complete: true });
  });

  test('are kept for ever where nothing says how long; a longer time brings nothing back and drops nothing', async () => {
    const { send, run, traceIds, expectAgreement } = database;
    await send(tenDays(4));
    expect(await run(undefined)).toMatchObject({ traces: 0, partitions: 0, floor: 0, complete: true });
    expect((await traceIds()).length).toBe(60);
    await run(8);
    const left = await traceIds();
    const floor = partOf(NOW - 8 * DAY) * HOUR;
    expect(await run(undefined, { now: NOW + 30 * DAY })).toMatchObject({ floor });
    expect(await run(20)).toMatchObject({ floor });
    expect(await traceIds()).toEqual(left);
    await expectAgreement(partOf(NOW - 8 * DAY));
  });

  test('stay where they are when the time is unset in the middle of it', async () => {
    const { owner, send, run, traceIds } = database;
    await send(tenDays(4));
    await owner.query('update sluice.retention_floor set closed_below = $1', [FIVE_DAYS]);
    await run(undefined);
    await run(20);
    expect((await traceIds()).length).toBe(60);
  });

  test('count from their first receipt: what comes later goes with them', async () => {
    const { send, run, expectAgreement } = database;
    await send([traceReceived(1, NOW - 6 * DAY, [1])]);
    await send([traceReceived(1, NOW - 2 * DAY, [2])]);
    expect(await run(5)).toMatchObject({ traces: 1 });
    await expectAgreement(FIVE_DAYS);
  });

  test('of more than one transaction go all', async () => {
    const { send, run, traceIds, expectAgreement } = database;
    for (let n = 0; n < 5; n += 1) {
      await send(Array.from({ length: 500 }, (_, i) => traceReceived(n * 500 + i + 1, NOW - (6 + (n % 2)) * DAY, [1])));
    }
    await send([traceReceived(9999, NOW)]);
    expect(await run(5)).toMatchObject({ traces: 2500 });
    expect(await traceIds()).toEqual([uuid(9999)]);
    await expectAgreement(FIVE_DAYS);
  });
});

describe('a span that comes late', () => {
  test('makes a new trace where its own has expired, and that is kept as any other', async () => {
    const { newStore, send, run, reader, column, expectAgreement } = database;
    const store = newStore();
    await send([traceReceived(1, NOW - 6 * DAY, [1, 2])], store);
    await run(5);
    await send([traceReceived(1, NOW, [7])], store);
    await run(5);
    expect(await column('select part from sluice.traces')).toEqual([partOf(NOW)]);
    const detail = await reader.getTrace({ id: uuid(1), include: { io: true, observations: true } });
    expect(detail?.trace).toMatchObject({ createdAt: NOW, name: 'trace 1' });
    const ids: string[] = [];
    for await (const portion of detail?.observations ?? []) ids.push(...portion.map(({ id }) => id));
    expect(ids).toEqual([uuid(7)]);
    await expectAgreement(FIVE_DAYS);
  });

  test('with a receipt that has expired itself, as when a log is read again, is stored and goes with the next hour', async () => {
    const { newStore, send, run, column, partitionDays, expectAgreement } = database;
    await send(tenDays(12));
    await run(5);
    await run(5);
    for (const store of [newStore(), newStore()]) {
      await send([traceReceived(50, NOW - 8 * DAY, [1]), traceReceived(51, NOW - 9 * DAY, [1])], store);
      expect(await column('select part from sluice.traces where name in ($1, $2)', ['trace 50', 'trace 51'])).toEqual([
        FIVE_DAYS,
        FIVE_DAYS,
      ]);
      await expectAgreement(FIVE_DAYS);
    }
    expect(await run(5, { now: NOW + HOUR })).toMatchObject({ traces: 3 });
    expect((await partitionDays('observations')).filter((day) => String(day) < dayName(NOW - 5 * DAY))).toEqual([]);
  });

  test('with an expired receipt finds a place also where nothing was received for weeks', async () => {
    const { newStore, send, run, expectAgreement } = database;
    const now = NOW + 40 * DAY;
    const store = newStore(now);
    await send([traceReceived(1, NOW), traceReceived(3, now)], store);
    await run(5, { now });
    await send([traceReceived(2, NOW + HOUR)], store);
    await expectAgreement(partOf(now - 5 * DAY));
  });
});

describe('who is reading', () => {
  const id = uuid(1);
  const include = { io: true, observations: true };
  /** Three portions of an answer: the second is read while the first is used. */
  const spans = Array.from({ length: 16 }, (_, n) => n + 1);

  beforeEach(() => database.send([traceReceived(1, NOW - 6 * DAY, spans, 100 * 2 ** 10), traceReceived(2, NOW)]));

  test('a trace that expires meanwhile can finish', async () => {
    const detail = await database.reader.getTrace({ id, include });
    await database.run(5);
    let observations = 0;
    for await (const portion of detail?.observations ?? []) observations += portion.length;
    expect(observations).toBe(spans.length);
    expect(await database.reader.getTrace({ id, include })).toBeUndefined();
  });

  test('a trace whose partitions go meanwhile is told so', async () => {
    const detail = await database.reader.getTrace({ id, include });
    const portions = detail?.observations[Symbol.asyncIterator]();
    await portions?.next();
    await database.run(5);
    await database.run(5);
    const others = async (): Promise<void> => {
      while ((await portions?.next())?.done === false);
    };
    await expect(others()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  });

  test('a list of traces whose partitions go meanwhile is told so', async () => {
    const order = { field: 'timestamp', direction: 'asc' } as const;
    const filter = { tags: [], environments: [] };
    for (const only of [
      { io: true, observations: false },
      { io: false, observations: true },
    ]) {
      await database.clear();
      // Smaller values come with their sizes.
      await database.send([traceReceived(1, NOW - 6 * DAY, [1], 300_000), somethingNew()]);
      const list = await database.reader.listTraces({ filter, order, page: 1, limit: 10, include: only });
      await database.run(5);
      await database.run(5);
      const portions = list.portions[Symbol.asyncIterator]();
      await expect(portions.next()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    }
  });
});

test('all that has expired stays until something newer is received, as the clock may be wrong', async () => {
  const { clear, send, run, traceIds, column } = database;
  const floors = () => column('select array[part, closed_below] from sluice.retention_floor');
  const later = NOW + 300 * DAY;
  await clear();
  expect(await run(5, { now: later })).toMatchObject({ heldBack: false, floor: 0 });
  await send([...tenDays(24), points(1, NOW - 9 * DAY, [NOW - 9 * DAY])]);
  expect(await run(5, { now: later })).toMatchObject({ heldBack: true, traces: 0, series: 0, complete: true });
  expect([(await traceIds()).length, await column('select value from sluice.metric_points')]).toEqual([10, [1]]);
  expect(await floors()).toEqual([[0, 0]]);
  await send([traceReceived(50, later)], database.newStore(later));
  expect(await run(5, { now: later })).toMatchObject({ heldBack: false, traces: 10, series: 1 });
});

test('the floor rises no further than to the oldest trace that is left', async () => {
  const { owner, send } = database;
  await send(tenDays(24));
  await owner.query('update sluice.retention_floor set closed_below = $1', [FIVE_DAYS]);
  const client = await owner.connect();
  try {
    expect(await raiseFloor(client, FIVE_DAYS)).toBe(partOf(NOW - 10 * DAY));
  } finally {
    client.release();
  }
});

test('what goes is told by the clock of the database, and an error of that ends the run', async () => {
  const retention = createRetention({ pool: database.retentionPool, streams: [] });
  const { signal } = new AbortController();
  let time = 0;
  const refuse = (databaseTime: number) => {
    time = databaseTime;
    throw new Error('refused');
  };
  await expect(retention.run(refuse, signal)).rejects.toThrow('refused');
  const [theirs] = await database.column('select extract(epoch from clock_timestamp())::float8 * 1e6');
  expect(Math.abs(Number(theirs) - time)).toBeLessThan(60_000_000);
  expect(await database.run(5)).toMatchObject({ heldBack: false });
});

test('a stop while the connection is made ends the run', async () => {
  const stop = new AbortController();
  const limitsAt = jest.fn();
  const running = createRetention({ pool: database.retentionPool, streams: [] }).run(limitsAt, stop.signal);
  stop.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  expect(limitsAt).not.toHaveBeenCalled();
});

test('of two processes one is at it', async () => {
  const { owner, run, send, traceIds } = database;
  await send(tenDays(24));
  const other = await owner.connect();
  await other.query(`select pg_advisory_lock(hashtextextended('sluice.retention', 0))`);
  await expect(run(5)).rejects.toThrow('somebody else');
  expect((await traceIds()).length).toBe(10);
  await other.query('select pg_advisory_unlock_all()');
  other.release();
  expect(await run(5)).toMatchObject({ traces: 5 });
});
