import type { TRACE_GROUP_ORDERS, TRACE_GROUPS } from '@sluice/record';
import { type Micros } from '@sluice/record';
import { type Statement, collectValues, microsOf } from './database';
import { candidateTraces } from './trace-index';
import { HAS_FAILED, OUTCOME } from '../trace-outcome';
import { heldByTexts } from './portions';
import { type ProjectDatabase, isVisible } from './project';
import type { Held, IntegerText, TraceSelection } from './trace';
import { selectionConditions } from './trace-conditions';
import { ENVIRONMENT, where } from './trace-filter';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';

export interface TraceGroupsQuery extends TraceSelection {
  readonly by: (typeof TRACE_GROUPS)[number];
  /** Figure by which groups are sorted, the greatest first. */
  readonly orderBy: (typeof TRACE_GROUP_ORDERS)[number];
  readonly limit: number;
}

/** Traces with the same value in a field. */
export interface TraceGroup {
  /** null: traces without a value. */
  readonly value: string | null;
  readonly count: number;
  /** Number of them with an observation of the level ERROR. */
  readonly errors: number;
  /** Number of them with the outcome `failed`. */
  readonly failed: number;
  /** USD. */
  readonly totalCost: number;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** Time of the earliest and the latest of them. */
  readonly from: Micros;
  readonly to: Micros;
}

export interface TraceGroups extends Held {
  readonly groups: readonly TraceGroup[];
  /** Number of groups in all. */
  readonly totalItems: number;
}

/** SQL, after `lateral`: the values of a trace, each once, by fields with several. */
const LISTS = {
  tags: 'unnest(t.tags)',
  service: `(
        select distinct o.service from sluice.observations o
        where o.part = t.part and o.trace_id = t.id and o.service is not null offset 0)`,
} as const;

const isList = (by: TraceGroupsQuery['by']): by is keyof typeof LISTS => by in LISTS;

/** Columns by field: the closed map from a request to an identifier in SQL. */
const COLUMNS: Readonly<Record<Exclude<TraceGroupsQuery['by'], keyof typeof LISTS>, string>> = {
  name: 't.name',
  userId: 't.user_id',
  sessionId: 't.session_id',
  environment: ENVIRONMENT,
  release: 't.release',
  version: 't.version',
  outcome: OUTCOME,
};
/** SQL: number of traces with an error, and of those that failed. */
const ERRORS = 'count(*) filter (where f.error_count > 0)';
const FAILED = `count(*) filter (where f.has_failed)`;
const ORDERS: Readonly<Record<TraceGroupsQuery['orderBy'], string>> = {
  count: 'count(*)',
  errors: ERRORS,
  failed: FAILED,
  totalCost: 'sum(f.total_cost)',
  totalTokens: 'sum(f.total_tokens)',
};

/**
 * Sums the traces of a selection by the values of a field.
 * @throws StoreUnavailableError if the read exceeds its time limit
 */
export async function traceGroups(
  database: ProjectDatabase,
  query: TraceGroupsQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<TraceGroups> {
  const rows = await withTimeout<GroupRow>(database, statementMs, await statementOf(database, query));
  const groups = rows.map(({ groups: _, ...group }): TraceGroup => group);
  return { groups, totalItems: rows[0]?.groups ?? 0, heldBytes: heldByTexts(groups.map(({ value }) => value ?? '')) };
}

interface GroupRow extends TraceGroup {
  readonly groups: number;
}

async function statementOf(database: ProjectDatabase, query: TraceGroupsQuery): Promise<Statement> {
  const { project } = database;
  const { by, orderBy, limit } = query;
  const source = await candidateTraces(database, query);
  const { values, add } = collectValues();
  const traces = source({ values, add });
  const matches = where([...selectionConditions(project, query, { values, add }), isVisible(project)]);
  const [value, each] = isList(by)
    ? ['v.value', `left join lateral ${LISTS[by]} v (value) on true`]
    : [COLUMNS[by], ''];
  const text = `
    with ${traces.parts} found as materialized (
      select t.error_count, ${HAS_FAILED} as has_failed, ${value} as value, t.total_cost, t.input_tokens, t.output_tokens, t.total_tokens,
             t."timestamp" as began
      from ${traces.from} ${each} ${matches}
    )
    select f.value, count(*) as count, ${ERRORS} as errors, ${FAILED} as failed, sum(f.total_cost) as "totalCost",
           sum(f.input_tokens)::text as "inputTokens", sum(f.output_tokens)::text as "outputTokens",
           sum(f.total_tokens)::text as "totalTokens", ${microsOf('min(f.began)')} as "from",
           ${microsOf('max(f.began)')} as "to",
           count(*) over () as groups
    from found f
    group by f.value
    order by ${ORDERS[orderBy]} desc, f.value collate "C" nulls last
    limit ${add(limit)}`;
  return { text, values };
}
