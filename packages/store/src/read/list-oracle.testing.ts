import { TRACE_COLUMNS, TRACE_FILTERS, TRACE_ORDERS, type TraceColumn } from '@sluice/record';
import type { QuestionValues } from '@sluice/testbed/samples';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { fulfils } from './condition-oracle.testing';
import type { TraceListQuery, TraceOrderField } from './trace';

/** The part of the last rows, in hours; `BASE` is their time. */
export const PART = 494_000;
export const BASE = Date.UTC(2026, 10, 20, 12) * 1000;

export interface Row {
  readonly id: string;
  readonly part: number;
  readonly name: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly release: string | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly public: boolean | null;
  readonly tags: readonly string[];
  readonly timestamp: number;
  /** Microseconds; undefined: no observations. */
  readonly latency: number | undefined;
  readonly totalCost: number;
  /** Counts over its observations. */
  readonly errorCount: number;
  readonly warningCount: number;
  /** Counts of its roots: of level ERROR, and without an end. */
  readonly rootErrorCount: number;
  readonly openRootCount: number;
  readonly models: readonly string[];
}

export const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

export const row = (n: number, fields: Partial<Row> = {}): Row => ({
  id: uuid(n),
  part: PART + (n % 24),
  name: null,
  userId: null,
  sessionId: null,
  release: null,
  version: null,
  environment: null,
  public: null,
  tags: [],
  timestamp: BASE + n * 1000,
  latency: undefined,
  totalCost: 0,
  ...{ errorCount: 0, warningCount: 0, rootErrorCount: 0, openRootCount: 0, models: [] },
  ...fields,
});

/** Stores traces of a project as writers do, with their daily sums; existing traces are changed. */
export async function store(owner: Pool, rows: readonly Row[], project = 0): Promise<void> {
  const { rowCount: before } = await owner.query(
    'select from sluice.traces where project = $1 and coalesce(public_id, id) = any($2)',
    [project, rows.map(({ id }) => id)],
  );
  await storeBelow(owner, rows, project);
  await owner.query(
    `insert into sluice.traces (id, public_id, project, part, shard, name, user_id, session_id, release, version, environment, public, tags,
       "timestamp", min_start, max_end, observation_count, total_cost, error_count, warning_count,
       root_error_count, open_root_count, created_at, updated_at, stamp)
     select ${KEY}, case $2::integer when 0 then null else id end, $2,
       part, 8 * $2::integer, name, "userId", "sessionId", release, version, environment, public,
       array(select e.tag from jsonb_array_elements_text(tags) with ordinality as e (tag, nth) order by nth),
       t, case when latency is not null then t end, t + latency * interval '1 microsecond', (latency is not null)::int,
       "totalCost", "errorCount", "warningCount", "rootErrorCount", "openRootCount", t, t, '3'
     from jsonb_to_recordset($1::jsonb) as r (id uuid, part integer, name text, "userId" text, "sessionId" text, release text,
       version text, environment text, public boolean, tags jsonb, timestamp bigint, latency bigint, "totalCost" numeric,
       "errorCount" integer, "warningCount" integer, "rootErrorCount" integer, "openRootCount" integer)
     cross join lateral (select timestamptz 'epoch' + r.timestamp * interval '1 microsecond' as t) x
     on conflict (id) do update set name = excluded.name, user_id = excluded.user_id, session_id = excluded.session_id,
       release = excluded.release, version = excluded.version, environment = excluded.environment, public = excluded.public, tags = excluded.tags,
       "timestamp" = excluded."timestamp", min_start = excluded.min_start, max_end = excluded.max_end,
       observation_count = excluded.observation_count, total_cost = excluded.total_cost,
       error_count = excluded.error_count, warning_count = excluded.warning_count,
       root_error_count = excluded.root_error_count, open_root_count = excluded.open_root_count`,
    [JSON.stringify(rows), project],
  );
  await owner.query(
    `insert into sluice.daily_traces as d values ('2026-11-20', 8 * $2::integer, $1)
     on conflict (day, shard) do update set traces = d.traces + excluded.traces`,
    [rows.length - (before ?? 0), project],
  );
}

/** SQL: the key of a row `id` of project `$2` (`traceKey`). */
const KEY = `case $2::integer when 0 then id else encode(substr(sha256(
  ((select p.salt from sluice.projects p where p.id = $2) || id::text)::bytea), 1, 16), 'hex')::uuid end`;

/** Stores levels and models of the observations of new traces. */
async function storeBelow(owner: Pool, rows: readonly Row[], project: number): Promise<void> {
  const below = rows.filter(({ errorCount, warningCount, models }) => errorCount + warningCount + models.length > 0);
  if (below.length === 0) return;
  await owner.query(
    `with r as materialized (
       select part, ${KEY} as key, "errorCount" as errors, "warningCount" as warnings, models
       from jsonb_to_recordset($1::jsonb) as r (id uuid, part integer, "errorCount" integer, "warningCount" integer, models text[])
     ), used as (
       insert into sluice.trace_usage (part, trace_id, day, model, observations, input_tokens, output_tokens, total_tokens, cost)
       select part, key, '2026-11-20', model, 1, 0, 0, 0, 0 from r cross join lateral unnest(models) model
     )
     insert into sluice.observations (part, trace_id, id, level, counted, created_at, updated_at, stamp)
     select r.part, r.key, gen_random_uuid(), l.level, true, now(), now(), '3'
     from r cross join lateral (values ('ERROR', r.errors), ('WARNING', r.warnings)) l (level, n)
       cross join lateral generate_series(1, l.n)`,
    [JSON.stringify(below), project],
  );
}

/** Names that a locale would order otherwise. */
const SHORT_NAMES = ['a', 'B', 'b', 'Z', 'ä', '\u{1F600}', '\uFFFD', '', 'x'.repeat(499), null];
/** Beyond what an index holds; two differ only there. */
const NAMES = [...SHORT_NAMES, 'x'.repeat(600), `${'x'.repeat(600)}y`];
const SHORT = ['one', 'Two', 'ü', null];

export interface Data {
  readonly longNames: boolean;
  readonly count: { readonly minLength: number; readonly maxLength: number };
  /** Distance of the times, in microseconds. */
  readonly step: number;
  /** They have observations with models. */
  readonly isDeep?: boolean;
}

/** Rows with equal and hostile values. */
export function rowsOf({ longNames, count, step, isDeep = false }: Data): fc.Arbitrary<Row[]> {
  return fc
    .array(
      fc.record({
        part: fc.integer({ min: PART - 480, max: PART + 24 }),
        name: fc.constantFrom(...(longNames ? NAMES : SHORT_NAMES)),
        userId: fc.constantFrom(...SHORT),
        sessionId: fc.constantFrom(...SHORT, ...Array.from({ length: 40 }, (_, n) => `session ${n}`)),
        release: fc.constantFrom(...SHORT),
        version: fc.constantFrom(...SHORT),
        environment: fc.constantFrom('default', 'staging', null),
        public: fc.constantFrom(true, false, null),
        tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        timestamp: fc.integer({ min: 0, max: 5 }).map((at) => BASE + at * step),
        latency: fc.constantFrom(undefined, 0, 1, 86_400_000_000, 90_000_000_000),
        totalCost: fc.constantFrom(0, 0.000001, 2.5),
        errorCount: fc.constantFrom(0, 0, 1, 3),
        warningCount: fc.constantFrom(0, 0, 2),
        openRootCount: fc.constantFrom(0, 0, 1),
        hasFailed: fc.boolean(),
        ...(isDeep && { models: fc.uniqueArray(fc.constantFrom('gpt', 'claude'), { maxLength: 2 }) }),
      }),
      count,
    )
    .map((all) =>
      all.map(({ hasFailed, ...fields }, n) => {
        const rootErrorCount = hasFailed ? Math.min(fields.errorCount, 1) : 0;
        return row((n * 7919) % 10_007, { ...fields, rootErrorCount });
      }),
    );
}

const LISTS = {
  tags: fc.constantFrom([], [], [], ['a'], ['b', 'a'], ['c', 'c'], ['none']),
  outcomes: fc.constantFrom([], [], [], ['ok'], ['failed'], ['recovered', 'warning'], ['ok', 'failed']),
  environments: fc.constantFrom([], [], [], ['default'], ['staging', 'default'], ['other'], ['other', 'staging']),
};
const VALUES = {
  name: fc.constantFrom(...NAMES.filter((name) => name !== null)),
  userId: fc.constantFrom('one', 'Two'),
  sessionId: fc.constantFrom('one', 'two', 'session 7'),
  release: fc.constantFrom('ü'),
  version: fc.constantFrom('one'),
} satisfies Record<'name' | keyof typeof TRACE_FILTERS, fc.Arbitrary<string>>;
/** Values of queries for generated rows (`traceQuestions`), with times `step` microseconds apart. */
export const questionValues = (step: number): QuestionValues => ({
  texts: {
    name: ['a', 'B', 'b', 'x'.repeat(600), 'none'],
    userId: ['one', 'Two', 'none'],
    sessionId: ['one', 'session 7', 'session 8'],
    release: ['\u00fc', 'one'],
    version: ['one', 'Two'],
    environment: ['default', 'staging', 'other'],
  },
  ids: [uuid(0), uuid(7919), uuid(5831), uuid(99)],
  tags: ['a', 'b', 'c', 'none'],
  models: ['gpt', 'claude', 'none'],
  numbers: [0, 1, 2, 3, -1, 0.000001, 2.5, 86_400, 90_000],
  times: [BASE, BASE + step, BASE + 3 * step, BASE + 5 * step + 1],
  pages: 5,
});

const FILTERED = ['name', ...(Object.keys(TRACE_FILTERS) as (keyof typeof TRACE_FILTERS)[])] as const;
const requiredKeys: (keyof typeof LISTS)[] = ['tags', 'environments'];

/** Lists of every kind. @param pages the last of them @param step as of the rows @param further orders that the index does not serve */
export function queriesOf({
  pages,
  step,
  further = [],
}: {
  readonly pages: number;
  readonly step: number;
  readonly further?: readonly TraceOrderField[];
}): fc.Arbitrary<TraceListQuery> {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 0, 1, -1))
    .map(([at, off]) => BASE + at * step + off);
  const window = { from: time, before: time };
  return fc.record({
    page: fc.integer({ min: 1, max: pages }),
    limit: fc.integer({ min: 1, max: 25 }),
    order: fc.record({
      field: fc.constantFrom<TraceOrderField>(...TRACE_ORDERS, ...further),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    include: fc.constant({ io: false, observations: false }),
    // Half of them without values, which few traces have: most find traces to order and to cut then.
    filter: fc.oneof(
      fc.record({ ...window, ...LISTS }, { requiredKeys }),
      fc.record({ ...window, ...VALUES, ...LISTS }, { requiredKeys }),
    ),
  });
}

type NumberColumn = {
  [Column in TraceColumn]: (typeof TRACE_COLUMNS)[Column] extends 'number' ? Column : never;
}[TraceColumn];

/** Numbers of a trace whose observations have none: the rows of these tests have no tokens. */
const NO_NUMBERS = Object.fromEntries(
  Object.entries(TRACE_COLUMNS).flatMap(([column, kind]) => (kind === 'number' ? [[column, 0]] : [])),
) as Readonly<Record<NumberColumn, 0>>;

/** Returns the columns of a trace as conditions read them. */
function columnsOf(
  trace: Row,
): Readonly<Record<Exclude<TraceColumn, 'timestamp' | 'metadata' | 'service' | 'observations'>, unknown>> {
  const { errorCount, warningCount, models, latency } = trace;
  const worst = warningCount > 0 ? 'WARNING' : 'none';
  return {
    ...NO_NUMBERS,
    ...trace,
    environment: trace.environment ?? 'default',
    model: models,
    level: errorCount > 0 ? 'ERROR' : worst,
    latency: (latency ?? 0) / 1_000_000,
    observationCount: latency === undefined ? 0 : 1,
    public: trace.public ?? false,
    bookmarked: false,
    outcome: outcomeOf(trace),
    isOpen: trace.openRootCount > 0,
  };
}

/** Outcomes from the best to the worst, which is their order. */
const BY_HARM = ['ok', 'warning', 'recovered', 'failed'];

function outcomeOf({ rootErrorCount, errorCount, warningCount }: Row): string {
  if (rootErrorCount > 0) return 'failed';
  if (errorCount > 0) return 'recovered';
  return warningCount > 0 ? 'warning' : 'ok';
}

/** The rule of the contract, in plain code. */
export function expected(
  all: readonly Row[],
  { filter, conditions = [], order, page, limit }: Omit<TraceListQuery, 'include'>,
): { readonly total: number; readonly ids: string[] } {
  const matches = all.filter(
    (trace) =>
      (filter.from === undefined || trace.timestamp >= filter.from) &&
      (filter.before === undefined || trace.timestamp < filter.before) &&
      FILTERED.every((field) => filter[field] === undefined || filter[field] === trace[field]) &&
      filter.tags.every((tag) => trace.tags.includes(tag)) &&
      (filter.environments.length === 0 || filter.environments.includes(trace.environment ?? 'default')) &&
      (filter.outcomes === undefined || filter.outcomes.length === 0 || filter.outcomes.includes(outcomeOf(trace))) &&
      conditions.every((condition) => fulfils(columnsOf(trace), condition)),
  );
  const keyOf = (trace: Row): string | number | null => {
    if (order.field === 'latency') return trace.latency ?? 0;
    if (order.field === 'environment') return trace.environment ?? 'default';
    if (order.field === 'public') return Number(trace.public ?? false);
    if (order.field === 'outcome') return BY_HARM.indexOf(outcomeOf(trace));
    return trace[order.field];
  };
  const compare = (a: string | number | null, b: string | number | null): number => {
    if (a === null || b === null) return Number(b === null) - Number(a === null) || 0;
    if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
    return Number(a) - Number(b);
  };
  const way = order.direction === 'asc' ? 1 : -1;
  const sorted = matches.toSorted((a, b) => way * (compare(keyOf(a), keyOf(b)) || compare(a.id, b.id)));
  return { total: matches.length, ids: sorted.slice((page - 1) * limit, page * limit).map(({ id }) => id) };
}
