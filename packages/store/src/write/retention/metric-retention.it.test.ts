import { collect } from '../../read/collect-fragments.testing';
import type { RetentionOutcome } from './retention';
import { DAY, type Database, dayName, openDatabase, points, traceReceived } from './retention.testing';

let database: Database;
/** Noon of a day, counted from the first one that has a partition of its own: one before points were ever received. */
let at: (day: number) => number;

beforeAll(async () => {
  database = openDatabase();
  const [start] = await database.column(
    `select extract(epoch from first_day + time '12:00') from sluice.metric_points_start`,
  );
  at = (day) => Number(start) * 1_000_000 + day * DAY;
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  await database.send([traceReceived(999, at(10_000))], database.newStore(at(10_000)));
});

/** The values of the points that are stored, all of them different. */
const values = () => database.column('select value::int from sluice.metric_points order by value');
const sizeOf = (day: number) =>
  database.column('select pg_relation_size($1::text::regclass)::int', [`sluice.metric_points_${dayName(at(day))}`]);
const names = async () => collect((await database.reader.metricNames()).names);

async function read(name: string): Promise<number> {
  const { series } = await database.reader.queryMetric({
    name,
    from: at(-200),
    before: at(200),
    labels: new Map(),
    step: '1d',
    aggregation: 'sum',
  });
  return series.flatMap((each) => each.values).reduce((sum, { value }) => sum + value, 0);
}

/** Sends a point as of its receipt. */
const receive = (value: number, receivedAt: number, timestamp = receivedAt, name = 'm') =>
  database.send([points(value, receivedAt, [timestamp], name)], database.newStore(at(100)));

const dayOf = (day: number) => new Date(at(day) / 1000).toISOString().slice(0, 10);

/** Runs at day 20 while a transaction is under way that has done the statement, and commits when the run waits for it. */
async function runDuring(statement: string, parameters: unknown[]): Promise<RetentionOutcome> {
  const writer = await database.owner.connect();
  try {
    await writer.query('begin');
    await writer.query(statement, parameters);
    const running = database.run(5, { now: at(20) });
    for (let waiting: unknown[] = []; waiting.length === 0;) {
      waiting = await database.column(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    }
    await writer.query('commit');
    return await running;
  } finally {
    writer.release();
  }
}

describe('metric points', () => {
  test('go by the day of their receipt, never before', async () => {
    for (let day = 0; day < 10; day += 1) await receive(day, at(day));
    // Kept for five days; the partition of a day goes a day later, when what came around midnight has expired, too.
    expect(await database.run(5, { now: at(8) })).toMatchObject({ metricDays: 2, points: 0 });
    expect(await values()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await database.run(5, { now: at(8) })).toMatchObject({ metricDays: 0, points: 0, complete: true });
    expect(await database.run(5, { now: at(9) })).toMatchObject({ metricDays: 1 });
    expect([await sizeOf(2), await sizeOf(3)]).toEqual([[0], [8192]]);
  });

  test('received long after their time are kept from their receipt on, and do not keep the others of their day', async () => {
    await receive(1, at(0));
    await receive(2, at(7), at(0));
    await receive(3, at(3), at(0));
    await receive(4, at(0), at(-90));
    await receive(5, at(7), at(-90));
    expect(await database.run(5, { now: at(8) })).toMatchObject({ metricDays: 0, points: 2 });
    expect(await values()).toEqual([2, 3, 5]);
    expect(await database.run(5, { now: at(9) })).toMatchObject({ metricDays: 0, points: 1 });
    expect(await database.run(5, { now: at(13) })).toMatchObject({ metricDays: 2, points: 0 });
    expect(await values()).toEqual([]);
  });

  test('find a place in a day that was emptied', async () => {
    await receive(1, at(0));
    await database.run(5, { now: at(20) });
    await receive(2, at(20), at(0));
    expect(await read('m')).toBe(2);
  });

  test('are kept for ever where nothing says how long', async () => {
    await receive(1, at(0));
    expect(await database.run(undefined, { now: at(3000) })).toMatchObject({ metricDays: 0, points: 0, series: 0 });
    expect(await values()).toEqual([1]);
  });

  test('of a day that an operator detaches are his, also while the detachment waits for who is reading', async () => {
    const day = `sluice.metric_points_${dayName(at(1))}`;
    await receive(1, at(1));
    const [reader, operator] = [await database.owner.connect(), await database.owner.connect()];
    try {
      await reader.query('begin; lock table only sluice.metric_points in access share mode');
      const detached = operator.query(`alter table sluice.metric_points detach partition ${day} concurrently`);
      for (let pending: unknown[] = []; pending.length === 0;) {
        pending = await database.column('select inhrelid from pg_inherits where inhdetachpending');
      }
      expect(await database.run(5, { now: at(20) })).toMatchObject({ metricDays: 0, points: 0 });
      await reader.query('commit');
      await detached;
      expect(await database.run(5, { now: at(20) })).toMatchObject({ metricDays: 0, points: 0 });
      expect(await database.column(`select value::int from ${day}`)).toEqual([1]);
    } finally {
      reader.release(true);
      operator.release();
      await database.owner.query(`drop table ${day}`);
    }
  });

  test('that are being written into a day are not emptied with it', async () => {
    await receive(1, at(0));
    const outcome = await runDuring(
      `insert into sluice.metric_points (series_id, ts, value, received_on) values (1, $1, 2, $2)`,
      [dayOf(0), dayOf(19)],
    );
    expect(outcome).toMatchObject({ metricDays: 0, points: 1 });
    expect(await values()).toEqual([2]);
  });
});

test('many points, series and receipts are found in one pass', async () => {
  // Sessions report their scans up to ten seconds late, at the latest when they end: those of the other tests come first.
  await database.close();
  database = openDatabase();
  const others = `select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  while ((await database.column(others)).length > 0);
  const { owner, retentionPool, column } = database;
  const scans = async () => {
    await retentionPool.query('select pg_stat_force_next_flush()'); // its only connection
    return column(`select pg_stat_get_numscans(('sluice.' || t)::regclass)::int
      from unnest(array['metric_points_old', 'metric_series', 'metric_receipts']) t`);
  };
  const rows = 50_000; // some hundred pages each: a few portions
  await database.send([traceReceived(999, at(10_000))], database.newStore(at(10_000)));
  await owner.query(`
    insert into sluice.metric_series (hash, name, labels, last_received_on)
      select gen_random_uuid(), 'm', '{}', '${dayOf(0)}' from generate_series(1, ${rows});
    insert into sluice.metric_points (series_id, ts, value, received_on)
      select 1, '2000-01-01', n, case n % 10 when 0 then date '${dayOf(19)}' else '${dayOf(0)}' end from generate_series(1, ${rows}) n;
    insert into sluice.metric_receipts select gen_random_uuid(), '${dayOf(0)}' from generate_series(1, ${rows})`);
  const before = await scans();
  const gone = { points: 0.9 * rows, series: rows, receipts: rows };
  expect(await database.run(5, { now: at(20) })).toMatchObject(gone);
  const after = await scans();
  const grown = after.map((count, n) => Number(count) - Number(before[n]));
  // Fewer where the server has statistics enough to use an index first.
  const most = [2, 1, 1];
  expect(grown.map((count, n) => Math.max(count, most[n] ?? 0))).toEqual(most);
  expect(await column('select count(*)::int from sluice.metric_points')).toEqual([5000]);
});

describe('a series', () => {
  test('goes with the last of its points, and with it its name', async () => {
    await receive(1, at(0), at(0), 'silent');
    await receive(2, at(0), at(0), 'alive');
    await receive(3, at(6), at(6), 'alive');
    await receive(4, at(1), at(1), 'of the first day that is kept');
    expect(await database.run(5, { now: at(6) })).toMatchObject({ series: 1 });
    expect(await names()).toEqual(['alive', 'of the first day that is kept']);
    await database.run(5, { now: at(8) });
    expect(await read('alive')).toBe(3);
  });

  test('that a writer remembers is made again for the first point after it has gone', async () => {
    const store = database.newStore(at(100));
    await database.send([points(1, at(0), [at(0)])], store);
    await database.send([points(2, at(0), [at(0)])], store);
    await database.run(5, { now: at(20) });
    expect(await names()).toEqual([]);
    await database.send([points(3, at(20), [at(20)]), points(4, at(0), [at(20)])], store);
    expect([await names(), await read('m')]).toEqual([['m'], 7]);
  });

  test('that is given a later day while it is looked at stays', async () => {
    await receive(1, at(0));
    const outcome = await runDuring('update sluice.metric_series set last_received_on = $1', [dayOf(19)]);
    expect(outcome).toMatchObject({ series: 0 });
    expect(await names()).toEqual(['m']);
  });

  test('is not removed from under a point that is being written', async () => {
    const stores = [database.newStore(at(5000)), database.newStore(at(5000))];
    for (let n = 1; n <= 100; n += 1) {
      const now = at(30 * n);
      const removed = database.run(5, { now });
      await database.send([points(n, now, [at(0)])], stores[n % 2]);
      await removed;
      expect(await read('m')).toBe(n);
    }
  });
});

describe('receipts of metric requests', () => {
  test('are forgotten after their time: until then the same request is stored once', async () => {
    await receive(1, at(0));
    await receive(1, at(2));
    expect(await read('m')).toBe(1);
    expect(await database.run(undefined, { now: at(1) })).toMatchObject({ receipts: 0 });
    expect(await database.run(undefined, { now: at(2) })).toMatchObject({ receipts: 0 });
    expect(await database.run(undefined, { now: at(2) + 1 })).toMatchObject({ receipts: 1 });
    expect(await database.column('select count(*)::int from sluice.metric_receipts')).toEqual([0]);
    await receive(1, at(2));
    expect(await read('m')).toBe(2);
  });
});

describe('positions', () => {
  const positions = () =>
    database.column(`select topic from sluice.ingest_offset where topic <> 't' order by 1, "partition"`);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const add = (topic: string, days: number, partition = 0) =>
    database.owner.query(
      `insert into sluice.ingest_offset (topic, epoch, "partition", next_offset, updated_at) values ($1, 0, $2, 7, $3)`,
      [topic, partition, daysAgo(days)],
    );
  const run = (streams: string[] = []) => database.run(undefined, { now: Date.now() * 1000, streams });

  test('of a process that has ended go thirty days after their last change; of a shared log never', async () => {
    await add('sluice.traces.v1', 400);
    await add('a@00000001', 31);
    await add('a@00000001', 31, 1);
    await add('a@00000002', 29);
    expect(await run()).toMatchObject({ positions: 2 });
    expect(await positions()).toEqual(['a@00000002', 'sluice.traces.v1']);
    expect(await run()).toMatchObject({ positions: 0 });
  });

  test('of a process that runs stay, however quiet it is', async () => {
    await add('a@00000001', 31);
    await add('b@00000001', 31);
    expect(await run(['a@00000001'])).toMatchObject({ positions: 1 });
    expect(await run()).toMatchObject({ positions: 0 });
    expect(await positions()).toEqual(['a@00000001']);
  });

  test('in a shared log go on to tell when they were moved', async () => {
    await add('sluice.traces.v1', 31);
    await run(['sluice.traces.v1']);
    const day = "(now() - updated_at)::interval > interval '30 days'";
    expect(await database.column(`select ${day} from sluice.ingest_offset where topic like 'sluice%'`)).toEqual([true]);
  });

  test('of a process that runs are renewed also where another one drops what has expired', async () => {
    await add('a@00000001', 31);
    const other = await database.owner.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('sluice.retention', 0))`);
    await expect(run(['a@00000001'])).rejects.toThrow('somebody else');
    await other.query('select pg_advisory_unlock_all()');
    other.release();
    expect(await run()).toMatchObject({ positions: 0 });
  });

  test('stay with the dead letters that are named by them', async () => {
    await add('a@00000001', 31);
    await database.owner.query(
      `insert into sluice.ingest_dead_letter (topic, epoch, "partition", record_offset, item, record_id, sqlstate, message, record, received_at)
       values ('a@00000001', 0, 0, 5, 0, gen_random_uuid(), '22003', 'm', '', now())`,
    );
    expect(await run()).toMatchObject({ positions: 0 });
    expect(await positions()).toEqual(['a@00000001']);
  });
});
