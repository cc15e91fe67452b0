import type { Micros, TRACE_COMPARED } from '@sluice/record';
import { type Statement, collectValues, microsOf } from './database';
import { OUTCOME } from '../trace-outcome';
import { candidateTraces } from './trace-index';
import { heldByTexts } from './portions';
import { type ProjectDatabase, isVisible } from './project';
import type { Held, TraceSelection } from './trace';
import { selectionConditions } from './trace-conditions';
import { ENVIRONMENT, where } from './trace-filter';
import { LATENCY } from './trace-row';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';

export interface TraceComparisonQuery extends TraceSelection {
  /** Part of the selection that is compared with the rest of it. */
  readonly picked: TraceSelection;
  readonly limit: number;
}

/** Number of picked traces and of other traces with a value. A trace counts in each of its tags and models. */
export interface TraceDifference {
  readonly field: (typeof TRACE_COMPARED)[number];
  /** null: traces without a value. */
  readonly value: string | null;
  readonly picked: number;
  readonly rest: number;
}

/** Median and 95th percentile; null without traces. */
export interface Spread<Value> {
  readonly p50: Value | null;
  readonly p95: Value | null;
}

export interface TraceComparison extends Held {
  /** Sorted by difference of share, the greatest first; empty if nothing or everything is picked. */
  readonly differences: readonly TraceDifference[];
  /** Number of values in all. */
  readonly totalItems: number;
  /** Number of picked traces, and of the others. */
  readonly picked: number;
  readonly rest: number;
  /** Latency of all in microseconds, and cost in USD of traces whose cost is known. */
  readonly latency: Spread<Micros>;
  readonly totalCost: Spread<number>;
}

/** Columns with one value a trace, by field: the closed map from a request to an identifier in SQL. */
const COLUMNS = {
  name: 't.name',
  userId: 't.user_id',
  environment: ENVIRONMENT,
  release: 't.release',
  version: 't.version',
  outcome: OUTCOME,
} as const satisfies Partial<Record<TraceDifference['field'], string>>;

interface ComparisonRow extends Readonly<Record<keyof TraceDifference, string | number | null>> {
  readonly of_picked: number;
  readonly of_rest: number;
  readonly total_items: number | null;
  readonly latency_p50: Micros | null;
  readonly latency_p95: Micros | null;
  readonly cost_p50: number | null;
  readonly cost_p95: number | null;
}

/**
 * Reads by which values the picked traces of a selection differ from the rest.
 * @throws StoreUnavailableError if the read exceeds its time limit
 */
export async function compareTraces(
  database: ProjectDatabase,
  query: TraceComparisonQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<TraceComparison> {
  const rows = await withTimeout<ComparisonRow>(database, statementMs, await statementOf(database, query));
  const differences = rows.flatMap(({ field, value, picked, rest }) =>
    field === null ? [] : [{ field, value, picked, rest } as TraceDifference],
  );
  const [first] = rows;
  return {
    differences,
    totalItems: first?.total_items ?? 0,
    picked: first?.of_picked ?? 0,
    rest: first?.of_rest ?? 0,
    latency: { p50: first?.latency_p50 ?? null, p95: first?.latency_p95 ?? null },
    totalCost: { p50: first?.cost_p50 ?? null, p95: first?.cost_p95 ?? null },
    heldBytes: heldByTexts(differences.map(({ value }) => value ?? '')),
  };
}

/** SQL: percentiles of known values, as `<name>_p50` and `<name>_p95`. */
const percentiles = (name: string, of: string): string =>
  [50, 95].map((part) => `percentile_cont(${part / 100}) within group (order by ${of}) as ${name}_p${part}`).join(', ');

/**
 * Builds the statement. It reads the traces once and counts all fields with one value in one pass. Models are looked up by trace, so that
 * their cost depends on the matching traces; joining all usage, and sorting it by trace, took half of the time of a large selection.
 */
async function statementOf(database: ProjectDatabase, query: TraceComparisonQuery): Promise<Statement> {
  const { picked, limit } = query;
  const source = await candidateTraces(database, query);
  const { values, add } = collectValues();
  const conditionsOf = (selection: TraceSelection): string[] =>
    selectionConditions(database.project, selection, { values, add });
  const traces = source({ values, add });
  const fields = Object.keys(COLUMNS);
  const of = fields.map((field) => `f."${field}"`);
  const counts = 'count(*) filter (where f.picked) as picked, count(*) filter (where not f.picked) as rest';
  const text = `
    with ${traces.parts} found as materialized (
      select t.id, t.part, ${Object.entries(COLUMNS)
        .map(([field, sql]) => `${sql} as "${field}", `)
        .join('')}t.tags,
             case when t.costed_count > 0 then t.total_cost end as cost, ${microsOf(LATENCY)} as latency,
             coalesce(${conditionsOf(picked).join(' and ') || 'true'}, false) as picked
      from ${traces.from} ${where([...conditionsOf(query), isVisible(database.project)])}
    ), sums as materialized (
      select ${counts.replaceAll(' as ', ' as of_')},
             ${percentiles('latency', 'f.latency')}, ${percentiles('cost', 'f.cost')}
      from found f
    ), called as (
      select f.picked, u.model from found f left join lateral (
        select distinct u.model from sluice.trace_usage u where u.part = f.part and u.trace_id = f.id and u.model <> '') u on true
    ), counted as (
      select case ${fields.map((field) => `when grouping(f."${field}") = 0 then '${field}'`).join(' ')} end as field,
             case ${fields.map((field) => `when grouping(f."${field}") = 0 then f."${field}"`).join(' ')} end as value, ${counts}
      from found f group by grouping sets (${of.map((column) => `(${column})`).join(', ')})
      union all
      select 'tags', v.tag, ${counts} from found f left join lateral unnest(f.tags) as v(tag) on true group by v.tag
      union all
      select 'model', f.model, ${counts} from called f group by f.model
    ), ranked as (
      select c.*, count(*) over () as total_items,
             abs(c.picked::double precision / s.of_picked - c.rest::double precision / s.of_rest) as difference
      from counted c cross join sums s where s.of_picked > 0 and s.of_rest > 0
      order by difference desc, c.field collate "C", c.value collate "C" nulls last
      limit ${add(limit)}
    )
    select s.*, r.total_items, r.field, r.value, r.picked, r.rest
    from sums s left join ranked r on true
    order by r.difference desc, r.field collate "C", r.value collate "C" nulls last`;
  return { text, values };
}
