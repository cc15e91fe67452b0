import { indexDisagreements } from '@sluice/contracts';
import { receiveStamp } from '@sluice/record';
import { HISTORY_START, deliveryOf, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect } from './collect-fragments.testing';
import { fulfils } from './condition-oracle.testing';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import {
  LATER_PART,
  PROJECTS,
  type Sent,
  type TraceRow,
  condition,
  memberCondition,
  record,
  toRecord,
  tracesOf,
} from './observation-oracle.testing';
import { type TestReader, openReader } from './reader.testing';
import type { TimeWindow } from './trace';
import type { TraceCondition } from './trace-condition';

/*
 * Traces by what is in them, against plain code: the histories of lists of observations, of which retention hides a part.
 */

let writer: TestWriter;
let reader: TestReader;
let index: TestIndex;
beforeAll(() => {
  writer = openWriter();
  reader = openReader();
  index = openTestIndex();
});
afterAll(async () => {
  await index.close();
  await reader.close();
  await writer.close();
});

const services = fc.record({
  ...{ type: fc.constant('arrayOptions'), column: fc.constant('service') },
  operator: fc.constantFrom('any of', 'none of', 'all of'),
  value: fc.array(fc.constantFrom('api', 'api-2', 'none'), { minLength: 1, maxLength: 3 }),
});
const hasService = fc.record({
  ...{ type: fc.constant('null'), column: fc.constant('service') },
  ...{ operator: fc.constantFrom('is null', 'is not null'), value: fc.constant(null) },
});
const ofObservation = fc.record({
  ...{ type: fc.constant('observation'), column: fc.constant('observations') },
  operator: fc.constantFrom('some', 'some', 'none'),
  value: fc.array(condition, { minLength: 1, maxLength: 3 }),
});
const conditions = fc.array(
  fc.oneof(memberCondition, services, hasService, {
    weight: 3,
    arbitrary: ofObservation,
  }) as fc.Arbitrary<TraceCondition>,
  { minLength: 1, maxLength: 2 },
);

const servicesOf = ({ observations }: TraceRow): readonly string[] => [
  ...new Set(observations.flatMap(({ service }) => (typeof service === 'string' ? [service] : []))),
];

/** The rule of the contract. */
const isMatch = (trace: TraceRow, asked: readonly TraceCondition[]): boolean =>
  asked.every((each) => {
    if (each.type !== 'observation') return fulfils({ metadata: trace.metadata, service: servicesOf(trace) }, each);
    const has = trace.observations.some((row) => each.value.every((own) => fulfils(row, own)));
    return has === (each.operator === 'some');
  });

/** Reads the traces of a window by list, in order of their ids, and compares the sums of other reads with it. */
async function read(project: Sent['project'], window: TimeWindow, asked: readonly TraceCondition[]) {
  const store = reader.reads.of(project);
  const selection = { filter: { ...window, tags: [], environments: [] }, conditions: asked };
  const { totalItems, portions } = await store.listTraces({
    ...{ ...selection, page: 1, limit: 100, order: { field: 'id', direction: 'asc' } },
    include: { io: false, observations: false },
  });
  const traces = (await collect(portions)).map(({ trace: { id, timestamp } }) => ({ id, timestamp }));
  expect(totalItems).toBe(traces.length);
  const { days } = await store.dailyMetrics({ ...selection, page: 1, limit: 100 });
  expect((await collect(days)).reduce((sum, day) => sum + day.traces, 0)).toBe(totalItems);
  const { groups } = await store.traceGroups({ ...selection, by: 'environment', orderBy: 'count', limit: 100 });
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(totalItems);
  return traces;
}

/** Reads the services of traces: those of a list, and by group the number of traces with each. */
async function readServices(project: Sent['project'], asked: readonly TraceCondition[]) {
  const store = reader.reads.of(project);
  const selection = { filter: { tags: [], environments: [] }, conditions: asked };
  const { groups } = await store.traceGroups({ ...selection, by: 'service', orderBy: 'count', limit: 100 });
  const { values } = await store.traceValues({ ...selection, field: 'service', prefix: '', limit: 100 });
  return { values, groups: Object.fromEntries(groups.map(({ value, count }) => [value ?? 'none', count])) };
}

function expectedServices(rows: readonly TraceRow[]) {
  const groups: Record<string, number> = {};
  for (const row of rows) {
    const services = servicesOf(row);
    for (const service of services.length === 0 ? ['none'] : services) groups[service] = (groups[service] ?? 0) + 1;
  }
  const values = Object.keys(groups).filter((service) => service !== 'none');
  return { values: values.sort(), groups };
}

/** SQL: hides the traces of all projects below a part, as retention does before it deletes them. */
const HIDE = 'update sluice.projects set part = $1';

it('finds what plain code does, in each window, of one project alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(record, { minLength: 1, maxLength: 20 })
        .chain((history) => fc.tuple(fc.constant(history), deliveryOf(history.map(toRecord)))),
      fc.array(conditions, { minLength: 6, maxLength: 6 }),
      fc.constantFrom<'all' | 'first' | 'none'>('all', 'first', 'none'),
      fc.boolean(),
      async ([history, deliveries], questions, indexed, isHalfHidden) => {
        await writer.clear();
        await writer.owner.query(HIDE, [0]);
        const first = deliveries.slice(0, Math.ceil(deliveries.length / 2));
        await writer.storeAll(first);
        await index.all();
        // Some of the indexed traces change.
        await writer.storeAll(deliveries.slice(first.length), 1);
        if (indexed === 'all') await index.all();
        if (indexed === 'none') await writer.owner.query('update sluice.trace_index_state set format = 0');
        expect(await indexDisagreements(writer.owner)).toEqual([]);
        if (isHalfHidden) {
          await writer.owner.query(HIDE, [LATER_PART]);
        }
        for (const project of PROJECTS) {
          const all = await read(project, {}, []);
          const rows = tracesOf(project, history)
            .filter(({ part }) => !isHalfHidden || part >= LATER_PART)
            .sort((a, b) => (a.id < b.id ? -1 : 1));
          expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
          for (const asked of questions) {
            const matching = rows.filter((row) => isMatch(row, asked));
            expect(await readServices(project, asked)).toEqual(expectedServices(matching));
            const matches = new Set(matching.map(({ id }) => id));
            const wanted = all.filter(({ id }) => matches.has(id));
            expect(await read(project, {}, asked)).toEqual(wanted);
            for (const { timestamp: at } of all.slice(0, 3)) {
              expect(await read(project, { from: at }, asked)).toEqual(wanted.filter((each) => each.timestamp >= at));
              expect(await read(project, { before: at }, asked)).toEqual(wanted.filter((each) => each.timestamp < at));
            }
          }
        }
      },
    ),
    { numRuns: 25, seed: 30 },
  );
});

describe('members of metadata', () => {
  /** Metadata of a trace, and of each of its observations. */
  interface Given {
    readonly own?: Readonly<Record<string, unknown>>;
    readonly observations?: readonly Readonly<Record<string, unknown>>[];
  }
  const membersOf = (given: Readonly<Record<string, unknown>>) =>
    new Map(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]));
  const many = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, `v${n}`]));

  async function store(traces: readonly Given[]): Promise<void> {
    await writer.clear();
    await writer.owner.query(HIDE, [0]);
    await writer.storeAll([
      traces.map(({ own, observations = [] }, n) => ({
        ...toRecord({ project: undefined, trace: n, fields: {}, tags: [], observations: [] }, n),
        updates: [
          { stamp: receiveStamp(HISTORY_START, uuid(n)), fields: { ...(own && { metadata: membersOf(own) }) } },
        ],
        observations: observations.map((each, k) => ({ id: uuid(k + 1), counted: true, metadata: membersOf(each) })),
      })),
    ]);
    await index.all();
    expect(await indexDisagreements(writer.owner)).toEqual([]);
  }

  const isMember = (key: string, value: string) =>
    ({ type: 'stringObject', column: 'metadata', key, operator: '=', value }) as const;
  const inTraces = async (key: string, value: string): Promise<number> =>
    (await read(undefined, {}, [isMember(key, value)])).length;
  const inObservations = async (key: string, value: string): Promise<number> => {
    const asked = { conditions: [isMember(key, value)], limit: 10, at: { page: 1 }, texts: [] };
    return (await reader.store.listObservations(asked)).totalItems ?? 0;
  };

  it('are found beyond all bounds of the index', async () => {
    await store([
      { own: many(60, 'm'), observations: [many(60, 'm')] },
      {
        own: { long: 'x'.repeat(70_000), last: 'v' },
        observations: [{ long: 'x'.repeat(70_000), last: 'v' }],
      },
      {
        own: { value: 'ä'.repeat(200), longer: 'ä'.repeat(201) },
        observations: [{ value: 'ä'.repeat(200), longer: 'ä'.repeat(201) }],
      },
      { observations: Array.from({ length: 600 }, (_, n) => ({ call: `a${n}`, step: `b${n}` })) },
      // Members of OTLP under the names of which a sender sends others.
      { own: { attributes: 'x', scope: 1 }, observations: [{ resourceAttributes: 'x', attributes: 'y', events: [] }] },
    ]);
    for (const find of [inTraces, inObservations]) {
      expect(await find('m59', 'v59')).toBe(1);
      expect(await find('m0', 'v0')).toBe(1);
      expect(await find('last', 'v')).toBe(1);
      expect(await find('value', 'ä'.repeat(200))).toBe(1);
      expect(await find('longer', 'ä'.repeat(201))).toBe(1);
      expect(await find('m59', 'v58')).toBe(0);
    }
    expect(await inObservations('step', 'b599')).toBe(1);
    expect(await inTraces('attributes', 'x')).toBe(1);
    expect(await inObservations('attributes', 'y')).toBe(1);
    expect(await inObservations('resourceAttributes', 'x')).toBe(1);
  });

  it('are found while the index has another format, and where packs are missing the index goes on', async () => {
    const packed = { pad: 'pad '.repeat(500), tenant: 'acme' };
    await store([{ own: { tenant: 'acme' } }, { observations: [packed] }]);
    await writer.owner.query(
      'update sluice.trace_index_state set format = 0; delete from sluice.trace_index_observations',
    );
    expect(await inTraces('tenant', 'acme')).toBe(1);
    expect(await inObservations('tenant', 'acme')).toBe(1);
    await writer.owner.query(`delete from sluice.text_packs; update sluice.traces set name = 'changed'`);
    await index.all();
    expect(await inTraces('tenant', 'acme')).toBe(1);
    await expect(inObservations('tenant', 'other')).rejects.toThrow();
  });
});
