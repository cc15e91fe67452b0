import { TRACE_SEARCHED, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect } from './collect-fragments.testing';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import type { ObservationCondition } from './observation-condition';
import type { ObservationGroupsQuery } from './observation-group';
import type { ProjectStore } from './postgres-store';
import type { SearchTime } from './search';
import { type TestReader, openReader } from './reader.testing';

const NOW = HISTORY_START;
const HOUR = 3_600_000_000;
const START = NOW - 30 * HOUR;
/** Projects, the next of which has one trace more than the previous, with the same ids and times, and some of the same values. */
const PROJECTS = [undefined, 'acme', 'other'] as const;

let writer: TestWriter;
let reader: TestReader;
let index: TestIndex;

beforeAll(async () => {
  writer = openWriter({ now: NOW });
  reader = openReader();
  index = openTestIndex();
  await writer.storeAll([
    PROJECTS.flatMap((project, n) => Array.from({ length: n + 1 }, (_, id) => traceOf(project, id))),
  ]);
});
afterAll(async () => {
  await index.close();
  await reader.close();
  await writer.close();
});

const named = (project: string | undefined) => project ?? 'default';

function traceOf(project: string | undefined, id: number): TraceRecord {
  const recordId = uuid(100 + id);
  const own = named(project);
  return {
    kind: 'trace',
    recordId,
    receivedAt: NOW,
    ...(project !== undefined && { project }),
    traceId: uuid(id),
    updates: [
      {
        stamp: receiveStamp(NOW, recordId),
        fields: { name: own, userId: 'ada', sessionId: 's', timestamp: START, metadata: new Map([['in', `"${own}"`]]) },
      },
    ],
    tags: [own],
    observations: [
      { id: uuid(7), type: 'AGENT', name: 'same', startTime: START, counted: true, service: own },
      {
        id: uuid(8),
        parentId: uuid(7),
        type: 'TOOL',
        name: `tool of ${own}`,
        level: 'ERROR',
        statusMessage: `no answer in ${own}`,
        startTime: START,
        endTime: START + 1_000_000,
        model: `m-${own}`,
        counted: true,
        output: `"text of ${own}"`,
        metadata: new Map([['in', `"${own}"`]]),
      },
    ],
  };
}

const everything = { tags: [], environments: [] };
const NOTHING = { io: false, observations: false };
const SESSIONS = { environments: [], summary: true, orderBy: 'createdAt' } as const;
const ALWAYS: SearchTime = { budgetMs: 60_000, isGone: () => false };

describe.each([
  ['nothing is indexed', () => Promise.resolve()],
  ['all is indexed', () => index.all()],
])('where %s', (state, prepare) => {
  beforeAll(prepare);

  describe.each(PROJECTS.map((project, n) => [named(project), project, n + 1] as const))(
    'in project %s',
    (name, project, count) => {
      let store: ProjectStore;
      beforeAll(() => {
        store = reader.reads.of(project);
      });
      const ids = Array.from({ length: count }, (_, id) => uuid(id)).reverse();
      const others = PROJECTS.map(named).filter((other) => other !== name);

      const observations = async (...conditions: readonly ObservationCondition[]) => {
        const list = await store.listObservations({ conditions, limit: 50, at: { page: 1 }, texts: ['output'] });
        const items = await collect(list.observations);
        expect(list.totalItems).toBe(items.length);
        return items.map(({ observation, trace }) => [trace.id, observation.name]);
      };
      const equal = (column: 'name' | 'type' | 'service' | 'traceName', value: string): ObservationCondition => ({
        type: 'string',
        operator: '=',
        column,
        value,
      });

      test('a list of observations has its own, by values that all have and by its own', async () => {
        const own = ids.map((id) => [id, `tool of ${name}`]);
        expect(await observations()).toHaveLength(2 * count);
        expect(await observations(equal('type', 'TOOL'))).toEqual(own);
        expect(await observations(equal('traceName', name), equal('type', 'TOOL'))).toEqual(own);
        const member = { type: 'stringObject', column: 'metadata', key: 'in', operator: '=' } as const;
        expect(await observations({ ...member, value: name })).toEqual(own);
        for (const other of others) {
          expect(await observations(equal('name', `tool of ${other}`))).toEqual([]);
          expect(await observations(equal('service', other))).toEqual([]);
          expect(await observations({ ...member, value: other })).toEqual([]);
        }
      });

      test.each<[ObservationGroupsQuery['by'], string]>([
        ['name', 'same'],
        ['tool', `tool of ${name}`],
        ['type', 'AGENT'],
        ['model', `m-${name}`],
        ['service', name],
        ['level', 'ERROR'],
        ['statusMessage', `no answer in ${name}`],
        ['userId', 'ada'],
      ])('groups by %s are sums of its own observations', async (by, value) => {
        const window = [{}, { from: START - HOUR, before: START + HOUR }, { from: START - 1, before: START + 1 }];
        for (const within of window) {
          const query = { ...within, conditions: [], by, orderBy: 'calls', limit: 50 } as const;
          const { groups, percentiles } = await store.observationGroups(query);
          const isRolledUp = state === 'all is indexed' && by !== 'userId' && within !== window.at(-1);
          expect(percentiles).toBe(isRolledUp ? 'approximate' : 'exact');
          const calls = by === 'userId' ? 2 * count : count;
          expect(groups.find((group) => group.value === value)).toMatchObject({ calls, traces: count });
          const ofOthers = groups.filter((group) => others.some((other) => group.value.endsWith(other)));
          expect(ofOthers).toEqual([]);
        }
      });

      test('a search finds its own texts, and none of another project', async () => {
        const search = async (text: string) => {
          const query = { text, fields: TRACE_SEARCHED, filter: everything, limit: 50, include: NOTHING };
          const { portions, end, selected } = await store.searchTraces(query, ALWAYS);
          expect([end, selected]).toEqual(['all', count]);
          return (await collect(portions)).map(({ trace }) => trace.id);
        };
        for (const text of [`text of ${name}`, `no answer in ${name}`, `tool of ${name}`]) {
          expect(await search(text)).toEqual(ids);
        }
        for (const other of others) expect(await search(`of ${other}`)).toEqual([]);
      });

      test('values, groups, times, differences and sessions of traces are its own', async () => {
        const filter = everything;
        const valuesOf = async (field: 'name' | 'tags' | 'service') =>
          (await store.traceValues({ filter, field, prefix: '', limit: 50 })).values;
        for (const field of ['name', 'tags', 'service'] as const) expect(await valuesOf(field)).toEqual([name]);
        const { groups } = await store.traceGroups({ filter, by: 'userId', orderBy: 'count', limit: 50 });
        expect(groups).toMatchObject([{ value: 'ada', count, errors: count }]);
        const { buckets } = await store.traceHistogram({ filter, from: START, width: HOUR, length: 1 });
        expect(buckets).toMatchObject([{ count, errors: count }]);
        const picked = { filter: { ...everything, userId: 'ada' } };
        expect(await store.compareTraces({ filter, picked, limit: 50 })).toMatchObject({ picked: count, rest: 0 });
        const sessions = await store.listSessions({ ...SESSIONS, page: 1, limit: 50 });
        expect([sessions.totalItems, sessions.sessions]).toMatchObject([
          1,
          [{ id: 's', summary: { traces: count, errors: count } }],
        ]);
      });

      test('an observation is found by its id in its own traces', async () => {
        const { observations: found } = await store.findObservations({ ids: [uuid(8)], page: 1, limit: 50 });
        const items = await collect(found);
        expect(items.map((each) => [each.traceId, each.name])).toEqual([[ids[0], `tool of ${name}`]]);
      });
    },
  );
});
