import { Client } from 'pg';
import { type RetentionOptions, createRetention } from './retention';
import { DAY, limitsAt, NOW, points, traceReceived, useDatabase } from './retention.testing';

const database = useDatabase();

const holdFirstOpenPart = `begin; select pg_advisory_xact_lock_shared(hashtextextended('sluice.retention_floor', 0))`;

function createRun(options: Partial<RetentionOptions> = {}) {
  const retention = createRetention({ pool: database.retentionPool, streams: [], ...options });
  return async (days = 5) => {
    for (;;) {
      const outcome = await retention.run(() => limitsAt(NOW, days), new AbortController().signal);
      // The server may not have seen yet that the connection of a run that failed is gone, and with it its lock.
      if (outcome !== undefined) return { ...outcome, ...outcome.dropped };
    }
  };
}

test('a lock that somebody holds keeps back what needs it and nothing else', async () => {
  const { owner, send, run, traceIds, column } = database;
  const old = NOW - 100 * DAY;
  await send([traceReceived(1, NOW - 6 * DAY), points(1, NOW - 9 * DAY, [old], 'expired')]);
  const again = createRun({ patience: { firstMs: 50, mostMs: 50 } });
  const other = await owner.connect();
  await other.query(holdFirstOpenPart);
  await expect(again()).rejects.toMatchObject({ code: '55P03' });
  expect((await traceIds()).length).toBe(1);
  expect(await column('select name from sluice.metric_series')).toEqual(['new']);
  await other.query('rollback');

  await send([points(2, NOW - 9 * DAY, [old], 'expired')]);
  await other.query('begin; lock table sluice.metric_points_old in access share mode');
  expect(await again()).toMatchObject({ traces: 1, metricDays: 0, series: 1, complete: false });
  // By then nothing is left but the day that is held.
  expect(await again()).toMatchObject({ traces: 0, metricDays: 0, complete: false });
  await other.query('rollback');
  other.release();
  expect(await run(5)).toMatchObject({ metricDays: 1 });
});

test('a lock that is never free is waited for twice as long by each run, up to a limit, and less again when it was given', async () => {
  const query = jest.spyOn(Client.prototype, 'query');
  const other = await database.owner.connect();
  try {
    const run = createRun({ patience: { firstMs: 10, mostMs: 50 } });
    const waits: unknown[] = [];
    const waitOf = async (days: number): Promise<void> => {
      query.mockClear();
      const code = await run(days).then(
        () => 'given',
        (error: unknown) => (error as { code?: unknown }).code,
      );
      const first = query.mock.calls
        .map(([text]) => /^begin; set local lock_timeout = (\d+)$/.exec(text))
        .find(Boolean);
      waits.push([code, Number(first?.[1])]);
    };
    await other.query(holdFirstOpenPart);
    for (let n = 0; n < 4; n += 1) await waitOf(5);
    await other.query('rollback');
    await waitOf(5);
    await other.query(holdFirstOpenPart);
    await waitOf(4);
    await other.query('rollback');
    const inVain = [10, 20, 40, 50].map((milliseconds) => ['55P03', milliseconds]);
    expect(waits).toEqual([...inVain, ['given', 50], ['55P03', 10]]);
  } finally {
    other.release(true);
    query.mockRestore();
  }
});
