import { TRACE_FILTERS, TRACE_ORDERS } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { TraceListQuery, TraceOrderField } from './trace';

/** The part of the last rows, in hours; `BASE` is their time. */
export const PART = 494_000;
const BASE = Date.UTC(2026, 10, 20, 12) * 1000;

export interface Row {
  readonly id: string;
  readonly part: number;
  readonly name: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly release: string | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly tags: readonly string[];
  readonly timestamp: number;
  /** Microseconds; undefined: no observations. */
  readonly latency: number | undefined;
  readonly totalCost: number;
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
  tags: [],
  timestamp: BASE + n * 1000,
  latency: undefined,
  totalCost: 0,
  ...fields,
});

/** Stores traces of a project as writers do, their daily sums beside them; those that are there already are changed. */
export async function store(owner: Pool, rows: readonly Row[], project = 0): Promise<void> {
  const { rowCount: before } = await owner.query(
    'select from sluice.traces where project = $1 and coalesce(public_id, id) = any($2)',
    [project, rows.map(({ id }) => id)],
  );
  await owner.query(
    `insert into sluice.traces (id, public_id, project, part, shard, name, user_id, session_id, release, version, environment, tags,
       "timestamp", min_start, max_end, observation_count, total_cost, created_at, updated_at, stamp)
     select case $2::integer when 0 then id else md5($2 || id::text)::uuid end, case $2::integer when 0 then null else id end, $2,
       part, 8 * $2::integer, name, "userId", "sessionId", release, version, environment,
       array(select e.tag from jsonb_array_elements_text(tags) with ordinality as e (tag, nth) order by nth),
       t, case when latency is not null then t end, t + latency * interval '1 microsecond', (latency is not null)::int,
       "totalCost", t, t, '3'
     from jsonb_to_recordset($1::jsonb) as r (id uuid, part integer, name text, "userId" text, "sessionId" text, release text,
       version text, environment text, tags jsonb, timestamp bigint, latency bigint, "totalCost" numeric)
     cross join lateral (select timestamptz 'epoch' + r.timestamp * interval '1 microsecond' as t) x
     on conflict (id) do update set name = excluded.name, user_id = excluded.user_id, session_id = excluded.session_id,
       release = excluded.release, version = excluded.version, environment = excluded.environment, tags = excluded.tags,
       "timestamp" = excluded."timestamp", min_start = excluded.min_start, max_end = excluded.max_end,
       observation_count = excluded.observation_count, total_cost = excluded.total_cost`,
    [JSON.stringify(rows), project],
  );
  await owner.query(
    `insert into sluice.daily_traces as d values ('2026-11-20', 8 * $2::integer, $1)
     on conflict (day, shard) do update set traces = d.traces + excluded.traces`,
    [rows.length - (before ?? 0), project],
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
  /** Of the times, in microseconds. */
  readonly step: number;
}

/** Rows with equal and hostile values. */
export function rowsOf({ longNames, count, step }: Data): fc.Arbitrary<Row[]> {
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
        tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        timestamp: fc.integer({ min: 0, max: 5 }).map((at) => BASE + at * step),
        latency: fc.constantFrom(undefined, 0, 1, 86_400_000_000, 90_000_000_000),
        totalCost: fc.constantFrom(0, 0.000001, 2.5),
      }),
      count,
    )
    .map((all) => all.map((fields, n) => row((n * 7919) % 10_007, fields)));
}

const LISTS = {
  tags: fc.constantFrom([], [], [], ['a'], ['b', 'a'], ['c', 'c'], ['none']),
  environments: fc.constantFrom([], [], [], ['default'], ['staging', 'default'], ['other'], ['other', 'staging']),
};
const VALUES = {
  name: fc.constantFrom(...NAMES.filter((name) => name !== null)),
  userId: fc.constantFrom('one', 'Two'),
  sessionId: fc.constantFrom('one', 'two', 'session 7'),
  release: fc.constantFrom('ü'),
  version: fc.constantFrom('one'),
} satisfies Record<'name' | keyof typeof TRACE_FILTERS, fc.Arbitrary<string>>;
const FILTERED = ['name', ...(Object.keys(TRACE_FILTERS) as (keyof typeof TRACE_FILTERS)[])] as const;
const requiredKeys: (keyof typeof LISTS)[] = ['tags', 'environments'];

/** Lists of every kind. @param pages the last of them @param step as of the rows */
export function queriesOf({
  pages,
  step,
}: {
  readonly pages: number;
  readonly step: number;
}): fc.Arbitrary<TraceListQuery> {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 0, 1, -1))
    .map(([at, off]) => BASE + at * step + off);
  const window = { from: time, before: time };
  return fc.record({
    page: fc.integer({ min: 1, max: pages }),
    limit: fc.integer({ min: 1, max: 25 }),
    order: fc.record({
      field: fc.constantFrom<TraceOrderField>(...TRACE_ORDERS),
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

/** The rule of the contract, in plain code. */
export function expected(
  all: readonly Row[],
  { filter, order, page, limit }: TraceListQuery,
): { readonly total: number; readonly ids: string[] } {
  const matches = all.filter(
    (trace) =>
      (filter.from === undefined || trace.timestamp >= filter.from) &&
      (filter.before === undefined || trace.timestamp < filter.before) &&
      FILTERED.every((field) => filter[field] === undefined || filter[field] === trace[field]) &&
      filter.tags.every((tag) => trace.tags.includes(tag)) &&
      (filter.environments.length === 0 || filter.environments.includes(trace.environment ?? 'default')),
  );
  const keyOf = (trace: Row): string | number | null => {
    if (order.field === 'latency') return trace.latency ?? 0;
    if (order.field === 'environment') return trace.environment ?? 'default';
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
