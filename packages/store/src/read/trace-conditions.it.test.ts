import {
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  CONDITION_WORDS,
  type ConditionType,
  TRACE_COLUMNS,
  type TraceColumn,
} from '@sluice/record';
import { patience } from '@sluice/testbed/machine';
import fc from 'fast-check';
import { type ConditionRow, fulfils } from './condition-oracle.testing';
import { dailyMetrics } from './daily-metrics';
import { collect } from './collect-fragments.testing';
import { listTraces } from './list-traces';
import { type TestReader, openReader, whileTracesAreLocked } from './reader.testing';
import type { TraceCondition } from './trace-condition';

/*
 * Conditions against a predicate in plain code: both are asked of all traces. A row is what a client reads.
 */

interface Row extends ConditionRow {
  readonly metadataText: string | null;
  readonly id: string;
  readonly environment: string;
}

const PART = 494_000;
/** Receipt hour of another day: retention has removed its traces, and not yet the rows below them. */
const DROPPED = PART - 48;
const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-ab00-4000-8000-00000000000${n % 10}`;

/** Some are parts of others; some have what a pattern or another collation would read in its own way. */
const TEXTS = ['', 'a', 'A', 'ab', 'ba', 'aba', '%', '_b', 'a_b', '\\', 'ä', 'a\u0308', '\u{1F600}', '\uFFFD', "'"];
const TAGS = ['a', 'b', 'c,d', ''];
const MODELS = ['gpt', 'claude', 'c,d'];
/** Numbers for latency in seconds and cost in USD; sums of tokens exceed the exact range of a double. */
const NUMBERS = [0, 1, 2, 0.1, 2.5, 1e-6, 86_400, 9007199254740992];

/** JSON text of metadata; null: the trace has none. */
const METADATA = [
  null,
  '{}',
  '{"tenant": "acme", "n": 1.50, "none": null}',
  '{"t\\u0065nant":"\\u0041cme \\ud83d\\ude00","o":{"a": 1}}',
  '{"tenant":"a\\"b","%":"_b"}',
];
const KEYS = ['tenant', 'n', 'none', 'o', '%', 'constructor'];
const MEMBERS = ['acme', 'Acme', 'a', 'a"b', '\u{1F600}', '1.5', '1.50', '{"a": 1}', '', '_b', 'b'];

let reader: TestReader;
let traces: readonly Row[];

beforeAll(async () => {
  reader = openReader();
  await reader.owner.query('select sluice.ensure_trace_partitions($1, $2)', [DROPPED, PART + 1]);
  traces = fc.sample(rows, { numRuns: 1, seed: 3 })[0] ?? [];
  for (const row of traces) await insert(row);
});
afterAll(() => reader.close());

const text = fc.constantFrom(null, ...TEXTS);
const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      ...{ name: text, userId: text, sessionId: text, release: text, version: text },
      environment: fc.constantFrom(...Array<string>(5).fill('default'), ...TEXTS),
      tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
      model: fc.uniqueArray(fc.constantFrom(...MODELS)),
      public: fc.boolean(),
      latency: fc.constantFrom(...NUMBERS.slice(0, -1)),
      totalCost: fc.constantFrom(...NUMBERS.slice(0, -1)),
      inputTokens: fc.constantFrom(0, 1, 86_400),
      outputTokens: fc.constantFrom(0, 1),
      totalTokens: fc.constantFrom(0, 1, 9007199254740992),
      observationCount: fc.constantFrom(1, 86_400),
      ...{ errorCount: fc.constantFrom(0, 0, 1, 3), warningCount: fc.constantFrom(0, 0, 1, 2) },
      ...{ hasFailed: fc.boolean(), isOpen: fc.boolean() },
      metadataText: fc.constantFrom(...METADATA),
    }),
    { minLength: 60, maxLength: 60 },
  )
  .map((all) =>
    all.map((row, n) => {
      const worst = row.warningCount > 0 ? 'WARNING' : 'DEFAULT';
      const level = row.errorCount > 0 ? 'ERROR' : worst;
      const ofErrors = row.hasFailed ? 'failed' : 'recovered';
      const ofOthers = row.warningCount > 0 ? 'warning' : 'ok';
      const outcome = row.errorCount > 0 ? ofErrors : ofOthers;
      const metadata = membersOf(row.metadataText);
      return { ...row, metadata, level, outcome, id: uuid(n * 37), bookmarked: false, tokens: row.totalTokens };
    }),
  );

/** The members as SQL has them: numbers and objects as they are written. */
function membersOf(json: string | null): Readonly<Record<string, unknown>> | null {
  if (json === null) return null;
  const members = Object.entries(JSON.parse(json) as Record<string, unknown>);
  const written = (value: unknown): unknown =>
    value === 1.5 ? '1.50' : typeof value === 'object' && value !== null ? '{"a": 1}' : value;
  return Object.fromEntries(members.map(([name, value]) => [name, written(value)]));
}

/** An environment and a flag that read as by default are not stored. */
async function insert(row: Row): Promise<void> {
  const environment = row.environment === 'default' ? null : row.environment;
  await reader.owner.query(
    `insert into sluice.observations (part, trace_id, id, level, counted, created_at, updated_at, stamp)
     select $1::integer, $2::uuid, gen_random_uuid(), l.level, true, now(), now(), '3'
     from (values ('ERROR', $3::integer), ('WARNING', $4), ('DEFAULT', 2), (null, 1)) l(level, n)
     cross join lateral generate_series(1, l.n)
     union all
     select $5::integer, $2, gen_random_uuid(), 'ERROR', true, now(), now(), '3'`,
    [PART, row.id, row.errorCount, row.warningCount, DROPPED],
  );
  await reader.owner.query(
    `insert into sluice.traces (id, part, shard, name, user_id, session_id, release, version, environment, public, tags,
       "timestamp", min_start, max_end, observation_count, total_cost, input_tokens, output_tokens, total_tokens,
       error_count, warning_count, root_error_count, open_root_count, has_io, created_at, updated_at, stamp)
     select $1, $2, 0, $3, $4, $5, $6, $7, $8, nullif($9, false), $10,
       t, t, t + $11::double precision * interval '1 second', $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, t, t, '3'
     from (select timestamptz '2026-11-20' as t) x`,
    [
      ...[row.id, PART, row.name, row.userId, row.sessionId, row.release, row.version, environment],
      ...[row.public, row.tags, row.latency, row.observationCount, row.totalCost],
      ...[row.inputTokens, row.outputTokens, row.totalTokens, row.errorCount, row.warningCount],
      ...[row.outcome === 'failed' ? 1 : 0, row.isOpen === true ? 1 : 0, row.metadataText !== null],
    ],
  );
  if (row.metadataText !== null) {
    await reader.owner.query('insert into sluice.trace_io (part, trace_id, metadata) values ($1, $2, $3)', [
      ...[PART, row.id, row.metadataText],
    ]);
  }
  // Usage of two days, including observations without a model.
  await reader.owner.query(
    `insert into sluice.trace_usage (part, trace_id, day, model, observations, input_tokens, output_tokens, total_tokens, cost)
     select $1, $2, d.day, m.model, 1, 0, 0, 0, 0
     from (values (date '2026-11-20'), (date '2026-11-21')) d(day) cross join unnest($3::text[] || '{""}') m(model)`,
    [PART, row.id, row.model],
  );
}

const ids = fc.integer({ min: 0, max: 70 }).map((n) => uuid(n * 37));
const parts = fc.constantFrom('0', '00', '-ab00-', '-ab01-', '00000025', '3', '');

const LISTS = { tags: TAGS, model: [...MODELS, ''] } as const;

/** Returns values for conditions on a column. */
function valuesOf(type: ConditionType, column: TraceColumn): fc.Arbitrary<unknown> {
  const texts = fc.constantFrom(
    ...(column in LISTS ? LISTS[column as keyof typeof LISTS] : [...TEXTS, 'default']),
    'none',
  );
  switch (type) {
    case 'string':
      return column === 'id' ? fc.oneof(ids, parts) : texts;
    case 'stringObject':
      return fc.constantFrom(...MEMBERS);
    case 'stringOptions':
      if (column === 'level' || column === 'outcome') {
        return fc.uniqueArray(fc.constantFrom(...CONDITION_WORDS[column]), { minLength: 1 });
      }
      // The list of ids may be empty, if no text is an id; all others have at least one value.
      return column === 'id' ? fc.uniqueArray(ids) : fc.uniqueArray(texts, { minLength: 1, maxLength: 12 });
    case 'arrayOptions':
      return fc.uniqueArray(texts, { maxLength: 3 });
    case 'number':
      return fc.oneof(
        fc.constantFrom(...NUMBERS),
        fc.constantFrom(0, 1, -1, 2),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

/** Every operator on every column that takes it, but for observations (trace-contents.it.test.ts). */
const CASES = (Object.keys(TRACE_COLUMNS) as TraceColumn[])
  .flatMap((column) => CONDITION_TYPES[TRACE_COLUMNS[column]].map((type) => ({ type, column })))
  .filter(({ type, column }) => !['datetime', 'observation'].includes(type) && column !== 'service') // time is a window
  .flatMap(({ type, column }) => CONDITION_OPERATORS[type].map((operator) => ({ type, column, operator })));

const conditionOf = ({ type, column, operator }: (typeof CASES)[number]): fc.Arbitrary<TraceCondition> =>
  fc
    .tuple(valuesOf(type, column), fc.constantFrom(...KEYS))
    .map(
      ([value, key]) => ({ type, column, operator, value, ...(type === 'stringObject' && { key }) }) as TraceCondition,
    );

async function found(conditions: readonly TraceCondition[]): Promise<readonly string[]> {
  const { portions, totalItems } = await reader.store.listTraces({
    filter: { tags: [], environments: [] },
    conditions,
    order: { field: 'id', direction: 'asc' },
    ...{ page: 1, limit: 200, include: { io: false, observations: false } },
  });
  const items = await collect(portions);
  expect(items).toHaveLength(totalItems);
  return items.map(({ trace }) => trace.id);
}

/** How many traces daily metrics count. */
async function counted(conditions: readonly TraceCondition[]): Promise<number> {
  const { days } = await reader.store.dailyMetrics({
    ...{ filter: { tags: [], environments: [] }, conditions, page: 1, limit: 10 },
  });
  return (await collect(days)).reduce((sum, { traces }) => sum + traces, 0);
}

const expected = (conditions: readonly TraceCondition[]): readonly string[] =>
  traces.filter((row) => conditions.every((condition) => fulfils(row, condition))).map(({ id }) => id);

/** Environments, ids and flags are never null, nothing is bookmarked: of all others some fulfil a condition and some do not. */
const isDecided = ({ type, column }: (typeof CASES)[number]): boolean => type !== 'null' && column !== 'bookmarked';

/** Draws a condition that a trace fulfils and one that a trace does not: a random condition may have only one of these properties. */
function bothWays(conditions: fc.Arbitrary<TraceCondition>): readonly (TraceCondition | undefined)[] {
  const drawn = fc.sample(conditions, { numRuns: 500, seed: 3 }).map((condition) => ({
    condition,
    matches: expected([condition]).length,
  }));
  return [
    drawn.find(({ matches }) => matches > 0)?.condition,
    drawn.find(({ matches }) => matches < traces.length)?.condition,
  ];
}

it.each(CASES)('$column, $type, $operator', async (which) => {
  const conditions = conditionOf(which);
  const examples = bothWays(conditions);
  if (isDecided(which)) expect(examples).not.toContain(undefined);
  await fc.assert(
    fc.asyncProperty(conditions, async (condition) => {
      const matches = expected([condition]);
      expect(await found([condition])).toEqual(matches);
      expect(await counted([condition])).toBe(matches.length);
    }),
    { numRuns: 25, examples: examples.flatMap((each): [TraceCondition][] => (each === undefined ? [] : [[each]])) },
  );
});

it('takes together what it is given', async () => {
  const any = fc.oneof(...CASES.map(conditionOf));
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 2, maxLength: 4 }), async (conditions) => {
      expect(await found(conditions)).toEqual(expected(conditions));
      expect(await counted(conditions)).toBe(expected(conditions).length);
    }),
    { numRuns: 150 },
  );
});

it('is fulfilled beside the filter, in the order of time, page by page', async () => {
  const condition: TraceCondition = { type: 'boolean', column: 'public', operator: '=', value: true };
  const environments = ['default'];
  const matches = traces.filter((row) => row.environment === 'default' && row.public === true);
  expect(matches.length).toBeGreaterThan(1);
  const list = await reader.store.listTraces({
    filter: { tags: [], environments },
    conditions: [condition],
    order: { field: 'timestamp', direction: 'desc' },
    ...{ page: 2, limit: 1, include: { io: false, observations: false } },
  });
  expect(list.totalItems).toBe(matches.length);
  expect((await collect(list.portions)).map(({ trace }) => trace.id)).toEqual([matches.at(-2)?.id]);
});

it('compares numbers in all of their digits', async () => {
  const trace = { ...(traces[0] as Row), id: uuid(9999), environment: 'digits' };
  await insert({ ...trace, totalTokens: '9007199254740993' });
  const asked = { column: 'totalTokens', value: 9007199254740992 } as const;
  const alone: TraceCondition = { type: 'string', column: 'environment', operator: '=', value: 'digits' };
  expect(await found([alone, { type: 'number', operator: '=', ...asked }])).toEqual([]);
  expect(await found([alone, { type: 'number', operator: '>', ...asked }])).toEqual([trace.id]);
});

describe('an expression that takes longer than it may', () => {
  const asked = {
    filter: { tags: [], environments: [] },
    conditions: [{ type: 'number', column: 'errorCount', operator: '>', value: 0 }] satisfies TraceCondition[],
    ...{ page: 1, limit: 10 },
  };
  const order = { field: 'id', direction: 'asc' } as const;
  const include = { io: false, observations: false };

  // Less than the session lets a statement take, which would end it with the same error.
  const TEST_MS = patience(15_000);

  it.each([
    ['a list', (database) => listTraces(database, { ...asked, order, include }, 50)],
    ['daily metrics', (database) => dailyMetrics(database, asked, 50)],
  ] satisfies [string, Parameters<typeof whileTracesAreLocked>[1]][])(
    'is refused: %s',
    async (_, read) => {
      const late = whileTracesAreLocked<unknown>(reader, read);
      await expect(late).rejects.toThrow('ask for a shorter time range');
    },
    TEST_MS,
  );
});
