import { testUuid as uuid } from '@sluice/testbed/samples';
import type { Pool } from 'pg';
import { DAY, NOW, cutBefore, dayName, partOf, points, traceReceived, useDatabase, visible } from './retention.testing';

const FIVE_DAYS = partOf(NOW - 5 * DAY);
const TABLES = ['observations', 'trace_io', 'text_packs', 'trace_usage'];

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

test('a kill between any two statements of a run leaves a hidden trace hidden, and the new one of the same id as it is', async () => {
  const { clear, send, run, column, expectAgreement, readerOf } = database;
  const daysOf = { acme: 5 };
  const late = { ...traceReceived(1, NOW, [9]), recordId: uuid(0x100009), project: 'acme' };
  const seen = async (): Promise<unknown[]> => (await visible(readerOf('acme'))).ids;
  let kills = 0;
  for (let n = 1, killed = true; killed; n += 1) {
    await clear();
    await send([6, 5.9, 1].map((days, at) => ({ ...traceReceived(at + 1, NOW - days * DAY), project: 'acme' })));
    await run(undefined, { daysOf });
    await send([late]);
    killed = await run(undefined, { daysOf, pool: cutBefore(database.retentionPool, database.owner, n) }).then(
      () => false,
      () => true,
    );
    if (killed) kills += 1;
    await expectAgreement(0, 'acme');
    expect(await seen()).toEqual([uuid(1), uuid(3)]);
    while (!(await run(undefined, { daysOf })).complete);
    await expectAgreement(0, 'acme');
    expect(await seen()).toEqual([uuid(1), uuid(3)]);
    expect(await column('select count(*)::integer from sluice.observations')).toEqual([4]);
    expect(await column('select part from sluice.orphaned_traces')).toEqual([]);
  }
  expect(kills).toBeGreaterThan(40);
});
