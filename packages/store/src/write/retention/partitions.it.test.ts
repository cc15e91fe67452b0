import { eventually } from '@sluice/testbed/machine';
import { createRetention } from './retention';
import { DAY, dayName, limitsAt, NOW, partOf, tenDays, traceReceived, useDatabase } from './retention.testing';

const FIVE_DAYS = partOf(NOW - 5 * DAY);

const database = useDatabase();

/** Waits until a partition is being detached. */
async function detaching(): Promise<void> {
  await eventually(
    async () => (await database.owner.query(`select from pg_inherits where inhdetachpending`)).rowCount === 1,
  );
}

describe('partitions', () => {
  /** Runs while a transaction goes on that has read all partitions: a detachment waits for its end. */
  async function whileBeingRead(work: () => Promise<void>): Promise<void> {
    const reader = await database.owner.connect();
    try {
      await reader.query('begin; select count(*) from sluice.observations');
      await work();
    } finally {
      await reader.query('commit');
      reader.release();
    }
  }

  beforeEach(async () => {
    await database.send(tenDays(12));
    await database.run(5);
  });

  test('go without anybody having to wait, neither who reads nor who writes', async () => {
    const { send, run, owner, expectAgreement } = database;
    let running: unknown;
    await whileBeingRead(async () => {
      running = run(5);
      await detaching();
      await send([traceReceived(1, NOW, [8]), traceReceived(70, NOW)]);
      await expectAgreement(FIVE_DAYS);
      await owner.query('select sluice.ensure_trace_partitions($1, $1)', [partOf(NOW + 90 * DAY)]);
    });
    expect(await running).toMatchObject({ complete: true });
    await expectAgreement(FIVE_DAYS);
  });

  test('whose detachment was cut off go with the next run', async () => {
    const { run, column, partitionDays, expectAgreement } = database;
    await whileBeingRead(async () => {
      const cut = run(5).catch((error: unknown) => error);
      await detaching();
      await column(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where application_name = 'sluice-retention' and datname = current_database()`,
      );
      expect(await cut).toBeInstanceOf(Error);
    });
    await expectAgreement(FIVE_DAYS);
    expect(await run(5)).toMatchObject({ complete: true });
    expect((await partitionDays('observations')).filter((day) => String(day) < dayName(NOW - 5 * DAY))).toEqual([]);
  });

  test('that wait for somebody are given up at once when the process stops', async () => {
    await whileBeingRead(async () => {
      const stop = new AbortController();
      const limits = limitsAt(NOW, 5);
      const running = createRetention({ pool: database.retentionPool, streams: [] }).run(() => limits, stop.signal);
      await detaching();
      stop.abort();
      await expect(running).rejects.toThrow('Connection terminated');
    });
    expect(await database.run(5)).toMatchObject({ complete: true });
  });
});

describe('a partition that an operator detaches stays', () => {
  const expired = `observations_${dayName(NOW - 10 * DAY)}`;
  const detach = `alter table sluice.observations detach partition sluice.${expired}`;
  const last = `trace_usage_${dayName(NOW - 6 * DAY)}`;
  const exist = () =>
    database.column(`select n from unnest($1::text[]) n where to_regclass('sluice.' || n) is not null`, [
      [expired, last],
    ]);

  beforeEach(async () => {
    await database.send(tenDays(12));
  });
  afterEach(() => database.owner.query(`drop table if exists sluice.${expired}, sluice.${last}`));

  test('before it has expired, and after', async () => {
    const { run, owner, partitionDays, expectAgreement } = database;
    await owner.query(detach);
    await run(5);
    expect(await run(5)).toMatchObject({ complete: true });
    expect(await exist()).toEqual([expired]);
    const rest = await partitionDays('observations');
    expect(rest.filter((day) => String(day) < dayName(NOW - 5 * DAY))).toEqual([dayName(NOW - 10 * DAY)]);
    await expectAgreement(FIVE_DAYS);
  });

  test('while a run goes that has found it attached', async () => {
    const { run, owner } = database;
    await run(5);
    // The run waits for its first partitions, which a session reads, when the last of the expired ones is detached.
    const reader = await owner.connect();
    await reader.query(`begin; select count(*) from sluice.observations`);
    const running = run(5);
    await detaching();
    await owner.query(`alter table sluice.trace_usage detach partition sluice.${last}`);
    await reader.query('commit');
    reader.release();
    await running;
    expect(await exist()).toEqual([last]);
    expect(await run(5)).toMatchObject({ complete: true });
    expect(await exist()).toEqual([last]);
  });

  test('also while the detachment waits for who is reading', async () => {
    const { run, owner, column } = database;
    await run(5);
    const reader = await owner.connect();
    const operator = await owner.connect();
    await reader.query(`begin; select count(*) from sluice.observations`);
    const detached = operator.query(`${detach} concurrently`);
    await detaching();
    // A parent can have one detachment at a time: the run leaves the other partitions for the next one.
    await expect(run(5)).rejects.toMatchObject({ code: '55000' });
    expect(await column('select inhrelid::regclass::text from pg_inherits where inhdetachpending')).toEqual([
      `sluice.${expired}`,
    ]);
    await reader.query('commit');
    await detached;
    reader.release();
    operator.release();
    expect(await run(5)).toMatchObject({ complete: true });
    expect(await exist()).toEqual([expired]);
  });
});
