import { summaryDisagreements } from '@sluice/contracts';
import type { SluiceRecord } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { collect } from '../../read/collect-fragments.testing';
import { ProjectMetrics, type ShortLived, listProjects } from './projects';
import { DAY, NOW, dayName, partOf, points, traceReceived, useDatabase, visible } from './retention.testing';

const database = useDatabase();

const inProject = (project: string | undefined, records: readonly SluiceRecord[]): SluiceRecord[] =>
  project === undefined ? [...records] : records.map((record) => ({ ...record, project }));

/** Four traces of 1, 3, 6 and 20 days ago, with the same ids in each project. */
const AGES = [1, 3, 6, 20];
const sendTo = async (...projects: (string | undefined)[]) => {
  for (const project of projects) {
    await database.send(
      inProject(
        project,
        AGES.map((days) => traceReceived(days, NOW - days * DAY)),
      ),
    );
  }
};

/** How many traces a project shows; lists, totals and daily figures have to agree. */
async function shown(project: string | undefined): Promise<number> {
  const { ids, counts } = await visible(database.readerOf(project));
  expect(counts).toEqual(counts.map(() => ids.length));
  return ids.length;
}

const stored = async (project: string) =>
  Number(
    (
      await database.column(
        'select count(*) from sluice.traces t join sluice.projects p on p.id = t.project where p.name = $1',
        [project],
      )
    )[0],
  );

/** Sums and rows below traces agree with what is stored, whatever is shown of it. */
const expectSums = async () => {
  expect(await summaryDisagreements(database.owner, { expiredBelow: 0 })).toEqual([]);
  expect(await database.column('select message from sluice.ingest_dead_letter')).toEqual([]);
};

test('what has expired of a project is hidden at once, and removed by the next run with all that is below it', async () => {
  await sendTo(undefined, 'acme', 'other');
  const daysOf = { acme: 5 };
  expect(await database.run(undefined, { daysOf })).toMatchObject({ traces: 0, complete: false });
  expect([await shown(undefined), await shown('acme'), await shown('other')]).toEqual([4, 2, 4]);
  expect(await stored('acme')).toBe(4);
  await expectSums();
  expect(await database.run(undefined, { daysOf })).toMatchObject({ traces: 2, partitions: 0, complete: true });
  expect([await shown(undefined), await shown('acme'), await shown('other')]).toEqual([4, 2, 4]);
  expect(await stored('acme')).toBe(2);
  await expectSums();
  expect(await database.run(undefined, { daysOf })).toMatchObject({ traces: 0, complete: true });
});

test('a project that keeps more than the others keeps its traces, and partitions go when nobody needs them', async () => {
  await sendTo(undefined, 'acme', 'other');
  const daysOf = { acme: 10 };
  await database.run(5, { daysOf });
  expect([await shown(undefined), await shown('acme'), await shown('other')]).toEqual([2, 3, 2]);
  // Traces older than all limits are removed as before: of every project in one step, and their partitions a run later.
  expect(await database.column('select part from sluice.retention_floor')).toEqual([partOf(NOW - 10 * DAY)]);
  const again = await database.run(5, { daysOf });
  expect(again).toMatchObject({ traces: 2, complete: true });
  expect(again.dropped['partitions']).toBeGreaterThan(0);
  expect([await stored(''), await stored('acme'), await stored('other')]).toEqual([2, 3, 2]);
  await expectSums();
});

test('a late span of a trace that was removed makes a new one, in a part that is open', async () => {
  await sendTo('acme', 'other');
  const daysOf = { acme: 5 };
  await database.run(undefined, { daysOf });
  await database.run(undefined, { daysOf });
  await database.send(
    inProject('acme', [{ ...traceReceived(6, NOW - 6 * DAY, [9]), recordId: traceReceived(60, 0).recordId }]),
  );
  expect(await shown('acme')).toBe(3);
  expect(
    await database.column(
      "select min(t.part) from sluice.traces t join sluice.projects p on p.id = t.project where p.name = 'acme'",
    ),
  ).toEqual([partOf(NOW - 5 * DAY)]);
  expect(await shown('other')).toBe(4);
  await expectSums();
});

test('a late span whose project keeps data from a day on of which nothing was stored makes its partition', async () => {
  await database.send(inProject('acme', [traceReceived(1, NOW - DAY)]));
  const daysOf = { acme: 12 };
  await database.run(undefined, { daysOf });
  const floor = partOf(NOW - 12 * DAY);
  const partition = `select to_regclass('sluice.observations_${dayName(NOW - 12 * DAY)}') is null`;
  expect(await database.column(partition)).toEqual([true]);

  await database.send(inProject('acme', [traceReceived(20, NOW - 20 * DAY)]));
  expect(await database.column('select part from sluice.traces order by part')).toEqual([floor, partOf(NOW - DAY)]);
  expect(await shown('acme')).toBe(2);
  await expectSums();
});

test('a span of a hidden trace makes a new one, which stays when the hidden one is removed', async () => {
  await sendTo(undefined, 'acme');
  const daysOf = { acme: 5 };
  const late = (n: number, observation: number) =>
    inProject('acme', [{ ...traceReceived(6, NOW + n, [observation]), recordId: traceReceived(60 + n, 0).recordId }]);
  const spans = async () => {
    const detail = await database.readerOf('acme').getTrace({ id: uuid(6), include: { io: true, observations: true } });
    return detail && collect(detail.observations);
  };
  await database.run(undefined, { daysOf });
  await database.send(late(1, 9));
  expect(await shown('acme')).toBe(3);
  const viewed = `select count(*)::integer from sluice.observation_view where project = 'acme'`;
  expect(await database.column(viewed)).toEqual([3 + 3 + 1]);
  expect(await spans()).toMatchObject([{ id: uuid(9) }]);
  await expectSums();
  await database.send(late(2, 10));
  const outcome = await database.run(undefined, { daysOf });
  expect(outcome).toMatchObject({ traces: 2, complete: true });
  expect([await shown(undefined), await shown('acme'), await stored('acme')]).toEqual([4, 3, 3]);
  expect(await spans()).toMatchObject([{ id: uuid(9) }, { id: uuid(10) }]);
  expect(await database.column('select part from sluice.orphaned_traces')).toEqual([]);
  await expectSums();
});

test('a writer that makes a trace keeps the floor from rising over it', async () => {
  await sendTo('acme');
  const other = await database.owner.connect();
  try {
    await other.query("begin; select * from sluice.hold_floors('{acme}')");
    await expect(database.run(undefined, { daysOf: { acme: 5 } })).rejects.toMatchObject({ code: '55P03' });
    expect(await shown('acme')).toBe(4);
  } finally {
    await other.query('commit');
    other.release();
  }
  await database.run(undefined, { daysOf: { acme: 5 } });
  expect(await shown('acme')).toBe(2);
});

test('nothing is hidden of a project while nothing newer is stored', async () => {
  await sendTo('acme');
  const now = NOW + 30 * DAY;
  await database.run(undefined, { now, daysOf: { acme: 5 } });
  expect(await shown('acme')).toBe(4);
});

test('points and series of a project go alone, and those of others stay', async () => {
  for (const project of [undefined, 'acme']) {
    await database.send(
      inProject(
        project,
        [
          points(1, NOW - 9 * DAY, [NOW - 9 * DAY], 'expired'),
          points(2, NOW - 9 * DAY, [NOW - 9 * DAY], 'kept'),
          points(3, NOW - 2 * DAY, [NOW - 2 * DAY], 'kept'),
        ].map((record, n) => ({
          ...record,
          recordId: traceReceived((project === undefined ? 10 : 20) + n, 0).recordId,
        })),
      ),
    );
  }
  expect(await database.run(undefined, { daysOf: { acme: 5 } })).toMatchObject({ points: 2, series: 1, metricDays: 0 });
  const names = async (project?: string) => collect((await database.readerOf(project).metricNames()).names);
  expect(await names('acme')).toEqual(['kept']);
  expect(await names()).toEqual(['expired', 'kept', 'new']);
  const ofAcme = `select p.value from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id
    join sluice.projects q on q.id = s.project where q.name = 'acme'`;
  expect(await database.column(ofAcme)).toEqual([3]);
  expect(await database.column('select count(*)::integer from sluice.metric_points')).toEqual([5]);
});

test('as many projects as there may be are looked through in one go, and each is relieved of its own alone', async () => {
  const send = (project: string, n: number) =>
    database.send(
      inProject(
        project,
        [points(1, NOW - 9 * DAY, [NOW - 9 * DAY], 'expired'), points(2, NOW - 2 * DAY, [NOW - 2 * DAY], 'kept')].map(
          (record, index) => ({ ...record, recordId: traceReceived(10 * n + index, 0).recordId }),
        ),
      ),
    );
  const names = Array.from({ length: 60 }, (_, n) => `p${n}`);
  for (const [n, name] of [...names, 'keeps'].entries()) await send(name, n + 1);
  const client = await database.retentionPool.connect();
  const sent = jest.spyOn(client, 'query');
  const statementsOf = async (some: readonly ShortLived[]): Promise<number> => {
    const before = sent.mock.calls.length;
    const { points: removed, rows } = await new ProjectMetrics().remove(client, some);
    expect({ removed, rows }).toEqual({ removed: some.length, rows: { series: some.length, scores: 0 } });
    return sent.mock.calls.length - before;
  };
  try {
    await client.query('set role sluice_owner');
    const all = (await listProjects(client))
      .filter(({ name }) => names.includes(name))
      .map((project) => ({ project, dataBefore: NOW - 5 * DAY }));
    expect(await statementsOf(all.slice(2))).toBe(await statementsOf(all.slice(0, 2)));
  } finally {
    sent.mockRestore();
    await client.query('reset role');
    client.release();
  }
  const left = await database.column(
    `select p.name from sluice.metric_series s join sluice.projects p on p.id = s.project where s.name = 'expired'`,
  );
  expect(left).toEqual(['keeps']);
  expect(await database.column('select count(*)::integer from sluice.metric_points')).toEqual([1 + names.length + 2]);
});

test('a kill at any moment leaves sums and rows in agreement, and the next run goes on', async () => {
  const daysOf = { acme: 5 };
  await sendTo('acme', 'other');
  await database.run(undefined, { daysOf });
  // Ends the connection of the run in the middle of a chunk: after the traces, before the sums.
  await database.owner.query(`
    create function pg_temp_kill() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create trigger kill after delete on sluice.traces for each statement execute function pg_temp_kill()`);
  try {
    await expect(database.run(undefined, { daysOf })).rejects.toThrow();
  } finally {
    await database.owner.query('drop trigger kill on sluice.traces; drop function pg_temp_kill()');
  }
  expect([await shown('acme'), await stored('acme')]).toEqual([2, 4]);
  await expectSums();
  for (;;) {
    const outcome = await database.run(undefined, { daysOf }).catch(() => undefined);
    if (outcome?.complete === true) break;
  }
  expect([await shown('acme'), await stored('acme'), await shown('other')]).toEqual([2, 2, 4]);
  await expectSums();
});
