import { type SluiceRecord, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { traceKey } from '../projects';
import { type TestWriter, openWriter, storeNext } from './writer.testing';

const NOW = HISTORY_START;
let writer: TestWriter;

beforeAll(() => {
  writer = openWriter({ now: NOW });
});
beforeEach(async () => {
  await writer.clear();
  await writer.owner.query('delete from sluice.projects where id > 0');
});
afterAll(() => writer.close());

const read = async (text: string, values: unknown[] = []): Promise<unknown[]> =>
  (await writer.owner.query<Record<string, unknown>>(text, values)).rows;

/** A record of trace 1 and its observation 2, with the project's name in their names. */
function traceOf(project: string | undefined, n = 1): TraceRecord {
  const recordId = uuid(100 + n);
  return {
    kind: 'trace',
    recordId,
    receivedAt: NOW + n,
    ...(project !== undefined && { project }),
    traceId: uuid(1),
    updates: [{ stamp: receiveStamp(NOW + n, recordId), fields: { name: `of ${project ?? ''}` } }],
    tags: [],
    observations: [{ id: uuid(2), name: `in ${project ?? ''}`, model: 'm', startTime: NOW, counted: true }],
  };
}

const pointsOf = (project: string | undefined, value: number): SluiceRecord => ({
  kind: 'metric',
  recordId: uuid(200 + value),
  receivedAt: NOW,
  ...(project !== undefined && { project }),
  points: [{ name: 'm', labels: new Map([['l', 'v']]), value, timestamp: NOW }],
});

const PROJECTS = [undefined, 'acme', 'other'] as const;

test('equal ids of several projects are as many traces, each with what is below it, in one batch and in several', async () => {
  const batch = PROJECTS.map((project) => traceOf(project));
  await writer.storeAll([batch, ...PROJECTS.map((project) => [traceOf(project, 2)])]);
  expect(
    await read(`
      select p.name, coalesce(t.public_id, t.id) as id, t.name as trace, o.id as observation, o.name as span, u.observations
      from sluice.traces t join sluice.projects p on p.id = t.project
        join sluice.observations o on o.trace_id = t.id join sluice.trace_usage u on u.trace_id = t.id
      order by p.name`),
  ).toEqual(
    ['', 'acme', 'other'].map((name) => {
      const names = { trace: `of ${name}`, span: `in ${name}` };
      return { name, id: uuid(1), observation: uuid(2), observations: '1', ...names };
    }),
  );
  expect(await read('select id, public_id from sluice.traces where project = 0')).toEqual([
    { id: uuid(1), public_id: null },
  ]);
});

test('daily rows and series of a project are its own', async () => {
  await writer.storeAll([PROJECTS.map((project) => traceOf(project))]);
  await writer.storeAll([PROJECTS.map((project, value) => pointsOf(project, value))]);
  const daily = 'select shard / 8 as project, sum(traces)::integer as traces';
  const each = [0, 1, 2].map((project) => ({ project, traces: 1 }));
  expect(await read(`${daily} from sluice.daily_traces group by 1 order by 1`)).toEqual(each);
  expect(await read(`${daily} from sluice.daily_usage group by 1 order by 1`)).toEqual(each);
  expect(
    await read(
      'select s.project, p.value from sluice.metric_points p join sluice.metric_series s on s.id = series_id order by 1',
    ),
  ).toEqual([0, 1, 2].map((project) => ({ project, value: project })));
});

test('an id that is the key of a trace of another project is refused, and that trace stays as it is', async () => {
  await writer.storeAll([[traceOf('acme')]]);
  const [project] = (await read("select id, salt from sluice.projects where name = 'acme'")) as [
    { id: number; salt: string },
  ];
  const key = traceKey(project, uuid(1));
  const before = await read('select * from sluice.traces');
  await writer.storeAll([[{ ...traceOf(undefined, 2), traceId: key }, traceOf('other', 3)]]);
  expect(await read('select * from sluice.traces where project = $1', [project.id])).toEqual(before);
  expect(await read('select count(*)::integer as traces from sluice.traces')).toEqual([{ traces: 2 }]);
  expect(await read('select distinct sqlstate, message from sluice.ingest_dead_letter')).toEqual([
    { sqlstate: '23505', message: 'a trace of another project has this key' },
  ]);
});

test('a record of one project more than there can be is kept as a dead letter, the others are stored', async () => {
  await writer.owner.query(`insert into sluice.projects (id, name) select n, 'p' || n from generate_series(1, 4094) n`);
  await writer.storeAll([[traceOf('last'), traceOf('more'), traceOf(undefined)]]);
  expect(await read('select project from sluice.traces order by 1')).toEqual([{ project: 0 }, { project: 4095 }]);
  expect(
    await read('select shard between 32760 and 32767 as "inBlock" from sluice.traces where project = 4095'),
  ).toEqual([{ inBlock: true }]);
  expect(await read('select distinct sqlstate, message from sluice.ingest_dead_letter')).toEqual([
    { sqlstate: '54000', message: 'there can be no more projects' },
  ]);
});

test('where a restored backup has given the number of a project to another one, nothing is stored in that', async () => {
  const store = writer.newStore();
  await storeNext(store, [traceOf('acme'), pointsOf('acme', 1)]);
  await writer.clear();
  await writer.owner.query(
    `delete from sluice.projects where id > 0; insert into sluice.projects (id, name) values (1, 'other')`,
  );
  const again = () => storeNext(store, [traceOf('acme', 2), pointsOf('acme', 2)]);
  await expect(again()).rejects.toThrow('project acme was removed while it was being written');
  await again();
  for (const table of ['traces', 'metric_series']) {
    expect(await read(`select p.name from sluice.${table} t join sluice.projects p on p.id = t.project`)).toEqual([
      { name: 'acme' },
    ]);
  }
});

test('ten writers that meet new projects at once make each of them once', async () => {
  const many = openWriter({ now: NOW, maxConnections: 10 });
  const names = Array.from({ length: 5 }, (_, n) => `p${n}`);
  const batch = names.map((project, n) => ({ ...traceOf(project), traceId: uuid(n) }));
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => storeNext(many.newStore(), n % 2 ? batch : batch.toReversed(), n)),
  );
  await many.close();
  expect(await read('select id from sluice.projects order by id')).toEqual([0, 1, 2, 3, 4, 5].map((id) => ({ id })));
  expect(await read('select count(*)::integer as traces from sluice.traces')).toEqual([{ traces: 5 }]);
});
