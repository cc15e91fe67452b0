import { testUuid as uuid } from '@sluice/samples';
import type { Pool } from 'pg';
import { DAY, NOW, cutBefore, dayName, partOf, points, traceReceived, useDatabase } from './retention.testing';

const FIVE_DAYS = partOf(NOW - 5 * DAY);
const TABLES = ['observations', 'trace_io', 'trace_usage'];

const database = useDatabase();

test('a kill between any two statements leaves everything in agreement, and the next run goes on', async () => {
  const { clear, send, run, column, traceIds, partitionDays, expectAgreement } = database;
  const sent = [
    ...[6, 5.9, 1].map((days, n) => traceReceived(n + 1, NOW - days * DAY)),
    ...[8, 0].map((days) => points(days, NOW - days * DAY, [NOW - days * DAY])),
  ];
  const toTheEnd = async (pool?: Pool): Promise<void> => {
    while (!(await run(5, pool === undefined ? {} : { pool })).complete);
  };
  let kills = 0;
  for (let n = 1, killed = true; killed; n += 1) {
    await clear();
    await send(sent);
    killed = await toTheEnd(cutBefore(database.retentionPool, database.owner, n)).then(
      () => false,
      () => true,
    );
    if (killed) kills += 1;
    await expectAgreement(FIVE_DAYS);
    await toTheEnd();
    await expectAgreement(FIVE_DAYS);
    expect(await traceIds()).toEqual([uuid(3)]);
    for (const table of TABLES) expect(await partitionDays(table)).not.toContain(dayName(NOW - 6 * DAY));
    expect(await column('select value from sluice.metric_points')).toEqual([0]);
  }
  expect(kills).toBeGreaterThan(40);
});
