import { testUuid as uuid } from '@sluice/samples';
import type { Pool, PoolClient } from 'pg';
import { DAY, NOW, dayName, partOf, points, traceReceived, useDatabase } from './retention.testing';

const FIVE_DAYS = partOf(NOW - 5 * DAY);
const TABLES = ['observations', 'trace_io', 'trace_usage'];

const database = useDatabase();

/** The pool, but the connection is cut before the n-th statement. */
function cutBefore(n: number): Pool {
  const { owner, retentionPool } = database;
  let statements = 0;
  // Postgres itself would look only every tenth of a second whether it has ended.
  const kill = async (pid: unknown): Promise<void> => {
    await owner.query('select pg_terminate_backend($1)', [pid]);
    const isAlive = () => owner.query('select from pg_stat_activity where pid = $1', [pid]);
    while ((await isAlive()).rowCount !== 0);
  };
  const dying = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property, target);
        if (property !== 'query') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        return async (...args: unknown[]) => {
          statements += 1;
          const pid: unknown = Reflect.get(target, 'processID');
          if (statements === n) await kill(pid);
          return (target.query as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  return new Proxy(retentionPool, {
    get: (target, property) =>
      property === 'connect'
        ? async () => dying(await target.connect())
        : (Reflect.get(target, property, target) as unknown),
  });
}

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
    killed = await toTheEnd(cutBefore(n)).then(
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
