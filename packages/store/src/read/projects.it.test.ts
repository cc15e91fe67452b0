import { type MetricRecord, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect, textOf } from './collect-fragments.testing';
import type { ProjectStore } from './postgres-store';
import { type TestReader, openReader } from './reader.testing';
import type { TraceOrder } from './trace';
import type { TraceCondition } from './trace-condition';

const NOW = HISTORY_START;
const HOUR = 3_600_000_000;
/** Projects, the next of which has one trace more than the previous, with the same ids, names and times. */
const PROJECTS = [undefined, 'acme', 'other'] as const;

let writer: TestWriter;
let reader: TestReader;

beforeAll(async () => {
  writer = openWriter({ now: NOW });
  reader = openReader();
  const traces = PROJECTS.flatMap((project, n) => Array.from({ length: n + 1 }, (_, id) => traceOf(project, id)));
  const points = PROJECTS.flatMap((project, n) => pointsOf(project, n));
  // In one batch, and again one by one: what was there already is merged in its project.
  await writer.storeAll([traces, ...traces.map((trace) => [trace]), points]);
  await writer.owner.query('analyze sluice.traces');
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});

const named = (project: string | undefined) => project ?? 'default';

function traceOf(project: string | undefined, id: number): TraceRecord {
  const recordId = uuid(100 + id);
  return {
    kind: 'trace',
    recordId,
    receivedAt: NOW,
    ...(project !== undefined && { project }),
    traceId: uuid(id),
    updates: [
      {
        stamp: receiveStamp(NOW, recordId),
        fields: {
          name: 'same',
          userId: 'ada',
          timestamp: NOW - 30 * HOUR,
          input: { text: `"${named(project)}"` },
          output: { observationId: uuid(7) },
        },
      },
    ],
    tags: ['same'],
    observations: [
      {
        id: uuid(7),
        name: named(project),
        startTime: NOW - 30 * HOUR,
        model: `m-${named(project)}`,
        counted: true,
        output: `"${named(project)}"`,
      },
      { id: uuid(8), parentId: uuid(7), startTime: NOW - 30 * HOUR, counted: true },
    ],
  };
}

const pointsOf = (project: string | undefined, n: number): MetricRecord => ({
  kind: 'metric',
  recordId: uuid(200 + n),
  receivedAt: NOW,
  ...(project !== undefined && { project }),
  points: ['same', `of ${named(project)}`].map((name) => ({
    name,
    labels: new Map([
      ['k', 'v'],
      ['in', named(project)],
    ]),
    value: n,
    timestamp: NOW,
  })),
});

const everything = { tags: [], environments: [] };
const include = { io: true, observations: true };
const newest: TraceOrder = { field: 'timestamp', direction: 'desc' };

const FILTERS = [
  everything,
  { ...everything, name: 'same' },
  { ...everything, userId: 'ada', tags: ['same'] },
  { ...everything, environments: ['default'] },
  { ...everything, from: NOW - 31 * HOUR, before: NOW },
];

describe.each(PROJECTS.map((project, n) => [named(project), project, n + 1] as const))(
  'in project %s',
  (name, project, count) => {
    let store: ProjectStore;
    beforeAll(() => {
      store = reader.reads.of(project);
    });
    const ids = Array.from({ length: count }, (_, id) => uuid(id));

    test.each(FILTERS)(
      'a list has its own traces, with the ids that were sent, and counts no others: %j',
      async (filter) => {
        for (const field of ['timestamp', 'name', 'latency', 'id'] as const) {
          const asked = { filter, include, page: 1, limit: 50 };
          for (const direction of ['asc', 'desc'] as const) {
            const list = await store.listTraces({ ...asked, order: { field, direction } });
            const items = await collect(list.portions);
            expect([list.totalItems, items.map(({ trace }) => trace.id)]).toEqual([
              count,
              direction === 'asc' ? ids : ids.toReversed(),
            ]);
            for (const { io, observationIds } of items) {
              expect([io.input, io.output]).toEqual([`"${name}"`, `"${name}"`]);
              expect(JSON.parse(await textOf(observationIds))).toEqual([uuid(7), uuid(8)]);
            }
          }
        }
        const page = await store.listTraces({ filter, include, page: 2, limit: 1, order: newest });
        expect((await collect(page.portions)).map(({ trace }) => trace.id)).toEqual(ids.toReversed().slice(1, 2));
      },
    );

    test('conditions find its own traces, by the ids that were sent', async () => {
      const all = [0, 1, 2].map(uuid);
      const found = async (condition: TraceCondition) => {
        const asked = { filter: everything, conditions: [condition], page: 1, limit: 50, order: newest };
        const list = await store.listTraces({ ...asked, include: { io: false, observations: false } });
        return (await collect(list.portions)).map(({ trace }) => trace.id).reverse();
      };
      expect(await found({ type: 'stringOptions', column: 'id', operator: 'any of', value: all })).toEqual(ids);
      expect(await found({ type: 'stringOptions', column: 'id', operator: 'none of', value: all })).toEqual([]);
      expect(await found({ type: 'string', column: 'id', operator: 'contains', value: uuid(0) })).toEqual([uuid(0)]);
      expect(await found({ type: 'string', column: 'name', operator: 'contains', value: 'am' })).toEqual(ids);
    });

    test('a trace is its own, and one of another project is not there', async () => {
      for (const [at, id] of [uuid(0), uuid(1), uuid(2)].entries()) {
        const detail = await store.getTrace({ id, include });
        expect(detail === undefined).toBe(at >= count);
        if (detail === undefined) continue;
        expect((await detail.readIo()).input).toBe(`"${name}"`);
        const observations = await collect(detail.observations);
        expect(observations.map(({ id, traceId }) => [id, traceId])).toEqual(
          [uuid(7), uuid(8)].map((each) => [each, id]),
        );
        expect(observations[0]?.name).toBe(name);
      }
    });

    test.each([false, true])('daily metrics are those of its own traces; index complete: %s', async (isComplete) => {
      await reader.owner.query('update sluice.trace_index_state set is_complete = $1', [isComplete]);
      for (const filter of FILTERS) {
        const { days, totalItems } = await store.dailyMetrics({ filter, page: 1, limit: 50 });
        expect(totalItems).toBe(1);
        expect(await collect(days)).toMatchObject([
          {
            traces: count,
            observations: 2 * count,
            usage: [{ model: `m-${name}`, traces: count, observations: count }],
          },
        ]);
      }
    });

    test('metrics and their names are its own', async () => {
      expect(await collect((await store.metricNames()).names)).toEqual([`of ${name}`, 'same']);
      const labels = async (key?: string) =>
        (await store.metricLabels({ name: 'same', prefix: '', limit: 9, ...(key !== undefined && { key }) })).labels;
      expect([await labels(), await labels('k'), await labels('in')]).toEqual([['in', 'k'], ['v'], [name]]);
      const query = { from: NOW - HOUR, before: NOW + HOUR, step: '1d', aggregation: 'sum' } as const;
      for (const labels of [new Map<string, string>(), new Map([['k', 'v']])]) {
        const { series } = await store.queryMetric({ ...query, name: 'same', labels });
        expect(series.map(({ values }) => values.map(({ value }) => value))).toEqual([[count - 1]]);
      }
    });
  },
);

test('a key of a trace is no id of one, in any project', async () => {
  const { rows } = await reader.owner.query<{ id: string }>('select id from sluice.traces where project <> 0');
  expect(rows).toHaveLength(5);
  for (const project of PROJECTS) {
    for (const { id } of rows) {
      await expect(reader.reads.of(project).getTrace({ id, include })).resolves.toBeUndefined();
    }
  }
});

test('a project of which nothing was stored reads as empty', async () => {
  const store = reader.reads.of('nobody');
  const list = await store.listTraces({ filter: everything, include, page: 1, limit: 50, order: newest });
  expect([list.totalItems, await collect(list.portions)]).toEqual([0, []]);
  await expect(store.getTrace({ id: uuid(0), include })).resolves.toBeUndefined();
  expect((await store.dailyMetrics({ filter: everything, page: 1, limit: 50 })).totalItems).toBe(0);
  expect(await collect((await store.metricNames()).names)).toEqual([]);
});

test('the views have a row of each project, with the ids that were sent', async () => {
  const { rows } = await reader.owner.query(
    `select t.project, t.id, t.input, count(o.id)::integer as observations, min(o.output) as output
     from sluice.trace_view t join sluice.observation_view o on o.project = t.project and o.trace_id = t.id
     group by 1, 2, 3 order by 1, 2`,
  );
  expect(rows).toEqual(
    PROJECTS.flatMap((project, n) =>
      Array.from({ length: n + 1 }, (_, id) => {
        const quotedName = `"${named(project)}"`;
        return { project: project ?? '', id: uuid(id), input: quotedName, observations: 2, output: quotedName };
      }),
    ),
  );
});

describe('below the floor of a project', () => {
  const part = Math.floor(NOW / HOUR);
  afterEach(() => reader.owner.query('update sluice.projects set part = 0'));

  test.each(PROJECTS)('nothing of it is shown, and all of the others: %s', async (hidden) => {
    await reader.owner.query('update sluice.projects set part = $1 where name = $2', [part + 1, hidden ?? '']);
    for (const [n, project] of PROJECTS.entries()) {
      const count = project === hidden ? 0 : n + 1;
      const store = reader.reads.of(project);
      for (const filter of FILTERS) {
        const list = await store.listTraces({ filter, include, page: 1, limit: 50, order: newest });
        expect([list.totalItems, (await collect(list.portions)).length]).toEqual([count, count]);
        const days = await collect((await store.dailyMetrics({ filter, page: 1, limit: 50 })).days);
        expect(days.map(({ traces, observations }) => [traces, observations])).toEqual(
          count === 0 ? [] : [[count, 2 * count]],
        );
      }
      expect((await store.getTrace({ id: uuid(0), include })) !== undefined).toBe(count > 0);
      for (const view of ['trace_view', 'observation_view']) {
        const { rowCount } = await reader.owner.query(`select from sluice.${view} where project = $1`, [project ?? '']);
        expect(rowCount).toBe(view === 'trace_view' ? count : 2 * count);
      }
    }
  });

  test('what is hidden of a project is taken from no other', async () => {
    const older = PROJECTS.map((project) => ({ ...traceOf(project, 9), receivedAt: NOW - 10 * HOUR }));
    await writer.storeAll([older]);
    await reader.owner.query('update sluice.projects set part = $1', [part]);
    for (const [n, project] of PROJECTS.entries()) {
      const { days } = await reader.reads.of(project).dailyMetrics({ filter: everything, page: 1, limit: 50 });
      expect(await collect(days)).toMatchObject([{ traces: n + 1, observations: 2 * (n + 1) }]);
    }
  });
});
