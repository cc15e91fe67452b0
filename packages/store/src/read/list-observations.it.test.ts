import {
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  type ConditionType,
  NIL_UUID,
  OBSERVATION_COLUMNS,
  type Observation as SentObservation,
  type ObservationColumn,
  type TraceRecord,
  receiveStamp,
} from '@sluice/record';
import { indexDisagreements } from '@sluice/contracts';
import { HISTORY_START, deliveryOf, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect, textOf } from './collect-fragments.testing';
import { fulfils } from './condition-oracle.testing';
import { createDatabase } from './database';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { listObservations } from './list-observations';
import type { ListedObservation, ObservationCondition, ObservationListQuery } from './observation-list';
import { inProject } from './project';
import { type TestReader, openReader } from './reader.testing';

/*
 * Lists of observations against plain code: histories of two projects with the same ids, whose observations are created and changed by
 * records in any order, some twice.
 */

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const PROJECTS = [undefined, 'acme'] as const;
const NAMES = ['search_docs', 'Search', 'chat', '', 'ä'];

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
beforeEach(() => writer.clear());

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
/** Times with many ties, after and before the receipt, microseconds apart; some of them hours or days before. */
const time = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0, 0, 0, 5, 100))
  .map(([n, hours]) => HISTORY_START + n * MINUTE + (n % 2) - hours * HOUR);

const sent: fc.Arbitrary<SentObservation> = fc
  .record({
    id: fc.integer({ min: 1, max: 4 }).map(uuid),
    parentId: optional(fc.constantFrom(null, uuid(1), uuid(9))),
    type: optional(fc.constantFrom('SPAN', 'GENERATION', 'TOOL')),
    name: optional(fc.constantFrom(...NAMES)),
    level: optional(fc.constantFrom('DEFAULT', 'WARNING', 'ERROR')),
    statusMessage: optional(fc.constantFrom('timed out', 'Timed out: 5')),
    version: optional(fc.constantFrom('1', '2')),
    environment: optional(fc.constantFrom('production', 'staging')),
    startTime: optional(time),
    endTime: optional(time),
    completionStartTime: optional(time),
    model: optional(fc.constantFrom('gpt', 'claude')),
    provider: optional(fc.constantFrom('openai', 'anthropic')),
    promptName: optional(fc.constantFrom('greet', 'sum')),
    promptVersion: optional(fc.constantFrom(1, 2)),
    usage: optional(
      fc.constantFrom(3, 12).map((n) => ({ input: { input: n }, output: { output: 7 }, other: {}, total: null })),
    ),
    costDetails: optional(fc.constantFrom({ input: 0.1, output: 0.2, total: 0.3 }, { total: 2 })),
    isRoot: optional(fc.boolean()),
  })
  .map((fields) => ({ ...defined(fields), counted: true }) as SentObservation);

interface Sent {
  readonly project: (typeof PROJECTS)[number];
  readonly trace: number;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly tags: readonly string[];
  readonly observations: readonly SentObservation[];
}

const record: fc.Arbitrary<Sent> = fc.record({
  project: fc.constantFrom(...PROJECTS),
  trace: fc.integer({ min: 1, max: 8 }),
  fields: fc.record({
    name: optional(fc.constantFrom('t', 'u')),
    userId: optional(fc.constantFrom('ada', 'bob')),
    sessionId: optional(fc.constantFrom('s')),
    release: optional(fc.constantFrom('r')),
    environment: optional(fc.constantFrom('staging', 'default')),
  }),
  tags: fc.subarray(['a', 'b']),
  observations: fc.uniqueArray(sent, { selector: ({ id }) => id, maxLength: 4 }),
});

const toRecord = ({ project, trace, fields, tags, observations }: Sent, n: number): TraceRecord => {
  const receivedAt = HISTORY_START + n * 1000;
  const recordId = uuid(1000 + n);
  return {
    ...{ kind: 'trace', recordId, receivedAt, traceId: uuid(100 + trace), ...(project !== undefined && { project }) },
    updates: [{ stamp: receiveStamp(receivedAt, recordId), fields: defined(fields) }],
    ...{ tags, observations },
  };
};

type Row = Readonly<Partial<Record<ObservationColumn, unknown>>> & {
  readonly id: string;
  readonly traceId: string;
  readonly startTime: number;
};

/** The observations of a project as clients read them. The later record replaces what it sends. */
function rowsOf(project: Sent['project'], history: readonly Sent[]): readonly Row[] {
  const traces = new Map<string, { fields: Sent['fields']; tags: Set<string>; own: Map<string, Fields> }>();
  for (const [n, { trace, fields, tags, observations }] of history.entries()) {
    if (history[n]?.project !== project) continue;
    const id = uuid(100 + trace);
    const before = traces.get(id) ?? { fields: {}, tags: new Set<string>(), own: new Map<string, Fields>() };
    for (const tag of tags) before.tags.add(tag);
    for (const each of observations) {
      const old: Fields = before.own.get(each.id) ?? { createdAt: HISTORY_START + n * 1000 };
      before.own.set(each.id, { ...old, ...each });
    }
    traces.set(id, { ...before, fields: { ...before.fields, ...defined(fields) } });
  }
  return [...traces].flatMap(([traceId, { fields, tags, own }]) =>
    [...own.values()].map((each) => toRow(each, { traceId, fields, tags: [...tags] })),
  );
}

type Fields = Partial<SentObservation> & { readonly createdAt: number };

function toRow(
  sentFields: Fields,
  { traceId, fields, tags }: { traceId: string; fields: Sent['fields']; tags: readonly string[] },
): Row {
  const { createdAt, completionStartTime, usage, costDetails, ...each } = sentFields;
  const startTime = each.startTime ?? createdAt;
  const endTime = each.endTime === undefined ? null : Math.max(each.endTime, startTime);
  const latency = endTime === null ? null : (endTime - startTime) / 1e6;
  const input = usage?.input?.['input'] ?? null;
  const tokens = input === null ? null : input + 7;
  const parent = each.parentId ?? null;
  const model = each.model ?? null;
  return {
    ...{ id: each.id!, traceId, startTime, endTime, latency, name: each.name ?? null, model, providedModelName: model },
    ...{ type: each.type ?? 'SPAN', toolName: each.type === 'TOOL' ? (each.name ?? null) : null },
    ...{ level: each.level ?? 'DEFAULT', statusMessage: each.statusMessage ?? null, version: each.version ?? null },
    statusMessageGroup: each.statusMessage?.replace('5', '#') ?? null,
    ...{
      provider: each.provider ?? null,
      promptName: each.promptName ?? null,
      promptVersion: each.promptVersion ?? null,
    },
    environment: each.environment ?? fields['environment'] ?? 'default',
    ...{ parentObservationId: parent, isRootObservation: parent === null || each.isRoot === true },
    timeToFirstToken: completionStartTime === undefined ? null : Math.max(0, completionStartTime - startTime) / 1e6,
    ...{ inputTokens: input, outputTokens: input === null ? null : 7, totalTokens: tokens, tokens },
    tokensPerSecond: input === null || latency === null || latency === 0 ? null : 7 / latency,
    inputCost: costDetails?.['input'] ?? null,
    outputCost: costDetails?.['output'] ?? null,
    totalCost: costDetails?.['total'] ?? null,
    ...{ traceName: fields['name'] ?? null, userId: fields['userId'] ?? null, sessionId: fields['sessionId'] ?? null },
    ...{ release: fields['release'] ?? null, tags, traceTags: tags },
  };
}

const TEXTS = [
  ...NAMES,
  'timed out',
  'Timed out: #',
  'SPAN',
  'TOOL',
  'ERROR',
  'DEFAULT',
  'out',
  '1',
  'staging',
  'default',
  'gpt',
  'openai',
  'greet',
];
const MORE_TEXTS = ['t', 'ada', 's', 'r', 'none'];

function valueOf(type: ConditionType, column: ObservationColumn): fc.Arbitrary<unknown> {
  const ids = fc.integer({ min: 0, max: 9 }).map((n) => uuid(column === 'traceId' ? 100 + n : n));
  const isId = ['id', 'traceId', 'parentObservationId'].includes(column);
  const texts = isId ? ids : fc.constantFrom(...TEXTS, ...MORE_TEXTS);
  switch (type) {
    case 'string':
      return isId ? fc.constantFrom('0', '1', '-4000-', '') : texts;
    case 'stringOptions':
      return fc.uniqueArray(texts, { minLength: 1, maxLength: 3 });
    case 'arrayOptions':
      return fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 });
    case 'number':
      return fc.constantFrom(0, 1, 2, 3, 7, 12, 0.1, 0.3, 60, 120);
    case 'boolean':
      return fc.boolean();
    case 'datetime':
      return time;
    case 'null':
      return fc.constant(null);
  }
}

const condition: fc.Arbitrary<ObservationCondition> = fc
  .constantFrom(...(Object.keys(OBSERVATION_COLUMNS) as ObservationColumn[]).filter((column) => column !== 'startTime'))
  .chain((column) =>
    fc.constantFrom(...CONDITION_TYPES[OBSERVATION_COLUMNS[column]]).chain((type: ConditionType) =>
      fc.record({
        type: fc.constant(type),
        column: fc.constant(column),
        operator: fc.constantFrom(...(type === 'datetime' ? ['>=', '<'] : CONDITION_OPERATORS[type])),
        value: valueOf(type, column),
      }),
    ),
  ) as fc.Arbitrary<ObservationCondition>;

const question = fc.record({
  from: optional(time),
  before: optional(time),
  conditions: fc.array(condition, { maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 5 }),
});

type Question = Pick<ObservationListQuery, 'from' | 'before' | 'conditions' | 'limit'>;

/** The rule of the contract. */
const expected = (
  rows: readonly Row[],
  { from = -Infinity, before = Infinity, conditions }: Question,
): readonly Row[] =>
  rows
    .filter(({ startTime }) => startTime >= from && startTime < before)
    .filter((row) => conditions.every((each) => fulfils(row, each)))
    .sort(
      (a, b) =>
        b.startTime - a.startTime || (a.traceId < b.traceId ? 1 : a.traceId > b.traceId ? -1 : a.id < b.id ? 1 : -1),
    );

const shown = ({ observation, trace, isRoot }: ListedObservation): Partial<Row> => ({
  ...{ id: observation.id, traceId: observation.traceId, startTime: observation.startTime, name: observation.name },
  ...{ endTime: observation.endTime, level: observation.level, environment: observation.environment },
  ...{ isRootObservation: isRoot, traceName: trace.name, userId: trace.userId },
});

/** Members that are compared. */
const SHOWN = [
  ...(['id', 'traceId', 'startTime', 'name', 'endTime', 'level', 'environment'] as const),
  ...(['isRootObservation', 'traceName', 'userId'] as const),
];

/** Reads with few index entries at a time, so that few traces are many. */
const list = async (project: Sent['project'], query: Question, at: ObservationListQuery['at']) => {
  const database = await inProject(createDatabase(reader.pool), project);
  const { observations, ...found } = await listObservations(
    database,
    { ...query, at, texts: ['metadata'] },
    { steps: { walks: [1], entries: 2 } },
  );
  return { ...found, shown: (await collect(observations)).map(shown) };
};

async function scanAll(project: Sent['project'], query: Question): Promise<readonly Partial<Row>[]> {
  const all: Partial<Row>[] = [];
  for (let at: ObservationListQuery['at'] = {}; ;) {
    const found = await list(project, query, at);
    all.push(...found.shown);
    if (found.next === undefined) return all;
    expect(found.shown).toHaveLength(query.limit);
    at = { after: found.next };
  }
}

/** SQL: makes the index unusable until it is built again, as one that was never built is. */
const REBUILD = 'update sluice.trace_index_state set is_complete = false, must_rebuild = true';

it('answers what plain code does, by pages and by cursor, of one project alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(record, { minLength: 1, maxLength: 20 })
        .chain((history) => fc.tuple(fc.constant(history), deliveryOf(history.map(toRecord)))),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      fc.constantFrom<'all' | 'first' | 'none'>('all', 'first', 'none'),
      async ([history, deliveries], questions, indexed) => {
        await writer.clear();
        const first = deliveries.slice(0, Math.ceil(deliveries.length / 2));
        await writer.storeAll(first);
        await index.all();
        // Some of the indexed traces change.
        await writer.storeAll(deliveries.slice(first.length), 1);
        if (indexed === 'all') await index.all();
        if (indexed === 'none') await writer.owner.query(REBUILD);
        expect(await indexDisagreements(writer.owner)).toEqual([]);
        for (const project of PROJECTS) {
          const rows = rowsOf(project, history);
          for (const asked of [{ conditions: [], limit: 3 }, ...questions.map((each) => defined(each) as Question)]) {
            const wanted = expected(rows, asked);
            const view = wanted.map((row) => Object.fromEntries(SHOWN.map((name) => [name, row[name]])));
            expect(await scanAll(project, asked)).toEqual(view);
            for (const page of [1, 2]) {
              expect(await list(project, asked, { page })).toMatchObject({
                totalItems: wanted.length,
                shown: view.slice((page - 1) * asked.limit, page * asked.limit),
              });
            }
          }
        }
      },
    ),
    { numRuns: 25, seed: 30 },
  );
});

it('reads long values in the order of the list, across traces and portions', async () => {
  const of = (n: number, bytes: number): TraceRecord => ({
    ...toRecord({ project: undefined, trace: n, fields: {}, tags: [], observations: [] }, n),
    observations: [
      { id: uuid(1), counted: true, startTime: HISTORY_START - n, input: `"${String(n).repeat(bytes)}"` },
      { id: uuid(2), counted: true, startTime: HISTORY_START - 10 - n, input: `"${n}"`, parentId: NIL_UUID },
    ],
  });
  await writer.storeAll([[of(1, 700_000), of(2, 90_000), of(3, 5000), of(4, 90_000)]]);
  const read = async (texts: ObservationListQuery['texts']) =>
    collect((await reader.store.listObservations({ conditions: [], limit: 8, at: {}, texts })).observations);
  const rows = await read(['input']);
  const texts = await Promise.all(rows.map(({ observation: { input } }) => textOf(input)));
  expect(texts.map((text) => [text[1], text.length - 2])).toEqual([
    ...[
      ['1', 700_000],
      ['2', 90_000],
      ['3', 5000],
      ['4', 90_000],
    ],
    ...[
      ['1', 1],
      ['2', 1],
      ['3', 1],
      ['4', 1],
    ],
  ]);
  expect((await read([])).map(({ observation }) => observation.input)).toEqual(Array(8).fill(null));
});

it('finds a rare value in traces of any age, also where they are too long to be indexed or run for long', async () => {
  const of = (n: number, observations: readonly Partial<SentObservation>[]): TraceRecord => ({
    ...toRecord({ project: undefined, trace: n, fields: {}, tags: [], observations: [] }, n),
    observations: observations.map((each, k) => ({ id: uuid(k + 1), counted: true, ...each })),
  });
  const at = (hours: number) => HISTORY_START - hours * HOUR;
  const usual = Array.from({ length: 40 }, (_, n) => of(n + 1, [{ name: 'usual', startTime: at(n), level: 'ERROR' }]));
  const rare = [3, 17, 33].map((n) => of(100 + n, [{ name: 'rare', startTime: at(n) + 1 }]));
  const long = of(200, [
    ...Array.from({ length: 1001 }, () => ({ name: 'usual', startTime: at(20) })),
    { name: 'rare', startTime: at(20) + 1 },
  ]);
  const running = of(300, [
    { name: 'rare', startTime: at(30) },
    { name: 'usual', startTime: at(0) },
  ]);
  await writer.storeAll([[...usual, ...rare, long, running]]);
  // What was stored before the index is in it once it is built.
  await writer.owner.query(`delete from sluice.trace_index_dirty; ${REBUILD}`);
  await index.all();
  expect(await indexDisagreements(writer.owner)).toEqual([]);
  const name: ObservationCondition = { type: 'string', column: 'name', operator: '=', value: 'rare' };
  const isError: ObservationCondition = { type: 'string', column: 'level', operator: '=', value: 'ERROR' };
  const found = async (query: Partial<Question>) => {
    const asked = { limit: 2, conditions: [name], ...query };
    const rows = await scanAll(undefined, asked);
    expect(await list(undefined, asked, { page: 1 })).toMatchObject({ totalItems: rows.length });
    return rows.map(({ startTime = 0 }) => Math.round((HISTORY_START - startTime) / HOUR));
  };
  expect(await found({})).toEqual([3, 17, 20, 30, 33]);
  expect(await found({ before: at(25) })).toEqual([30, 33]);
  expect(await found({ from: at(25) })).toEqual([3, 17, 20]);
  expect(await found({ from: at(31), before: at(19) })).toEqual([20, 30]);
  expect(await found({ conditions: [name, isError] })).toEqual([]);
  // More traces of four hours have it than one look-up finds.
  expect(await found({ conditions: [isError], limit: 7 })).toEqual(usual.map((_, n) => n));
});
