import { type Micros, parseJson } from '@sluice/record';
import { type Statement, type Values, collectValues } from './database';
import { fewCandidates } from './few-candidates';
import { rollupFigures } from './group-rollups';
import { type GroupFigures, rowFigures } from './group-rows';
import type {
  ObservationFigures,
  ObservationGroup,
  ObservationGroups,
  ObservationGroupsQuery,
  Percentiles,
} from './observation-group';
import { heldByTexts } from './portions';
import type { ProjectDatabase, ProjectQueries } from './project';
import { rolledUpOf } from './rolled-up';
import { AGGREGATE_TIMEOUT_MS, withinTimeout } from './statement-timeout';
import { observationCandidates } from './trace-index';

/** SQL: figures by which groups are ordered. */
const ORDERS: Readonly<Record<ObservationGroupsQuery['orderBy'], string>> = {
  calls: 'g.calls',
  errors: 'g.errors',
  latencyP95: 'g.latency[2]',
  timeToFirstTokenP95: 'g."timeToFirstToken"[2]',
  totalCost: 'g."totalCost"',
  totalTokens: 'g."totalTokens"::numeric',
};

/** SQL: these figures of an alias, as the driver returns them: percentiles as JSON. */
const figuresFrom = (alias: string): string =>
  [
    ...['calls', 'errors', 'traces', 'tokensPerSecond', 'inputTokens', 'outputTokens', 'totalTokens', 'totalCost'].map(
      (name) => `${alias}."${name}"`,
    ),
    ...['latency', 'timeToFirstToken'].map((name) => `to_json(${alias}."${name}")::text as "${name}"`),
  ].join(', ');

/**
 * Sums observations by the values of a field.
 * @throws StoreUnavailableError if the read exceeds its time limit
 */
export async function observationGroups(
  database: ProjectDatabase,
  query: ObservationGroupsQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<ObservationGroups> {
  const { found, percentiles } = await withinTimeout(database, statementMs, async (queries) => {
    const values = collectValues();
    const figures = (await figuresFor(queries, query))(values);
    return { found: await queries.query<GroupRow>(statementOf(figures, query, values)), ...figures };
  });
  // Without groups there is one row, of nulls.
  const rows = found.filter(({ nth }) => nth !== null);
  const groups: (ObservationGroup & { intervals: (ObservationFigures & { start: Micros })[] })[] = [];
  // A group precedes its intervals, which have its number.
  for (const row of rows) {
    const { value, promptVersion, from, to, nth, start } = row;
    if (start === null) groups.push({ value, promptVersion, ...figuresOf(row), from, to, intervals: [] });
    else groups[(nth ?? 0) - 1]?.intervals.push({ ...figuresOf(row), start });
  }
  const heldBytes = heldByTexts(rows.map(({ value }) => value)) + rows.length * FIGURES_BYTES;
  return { groups, totalItems: rows[0]?.groups ?? 0, percentiles, otherCalls: found[0]?.otherCalls ?? 0, heldBytes };
}

/** Bytes of memory of the figures of a row, while they are read and written. */
const FIGURES_BYTES = 6000;

function figuresOf(row: GroupRow): ObservationFigures {
  const { calls, errors, traces, latency, timeToFirstToken, tokensPerSecond, totalCost } = row;
  const { inputTokens, outputTokens, totalTokens } = row;
  return {
    ...{ calls, errors, traces, tokensPerSecond, totalCost, inputTokens, outputTokens, totalTokens },
    latency: parseJson(latency ?? 'null') as Percentiles,
    timeToFirstToken: parseJson(timeToFirstToken ?? 'null') as Percentiles,
  };
}

/** A group, or an interval of one: then with its start. A group precedes its intervals. */
interface GroupRow extends Omit<ObservationGroup, 'intervals' | 'latency' | 'timeToFirstToken'> {
  /** JSON arrays. */
  readonly latency: string | null;
  readonly timeToFirstToken: string | null;
  readonly start: Micros | null;
  /** Place of the group, from 1; null: there is no group, and all else but `otherCalls` is null. */
  readonly nth: number | null;
  readonly groups: number;
  readonly otherCalls: number;
}

/** Returns the figures of a query: from rollups where they have them, else from rows, with conditions those of few traces. */
async function figuresFor(
  queries: ProjectQueries,
  query: ObservationGroupsQuery,
): Promise<(values: Values) => GroupFigures> {
  const { conditions } = query;
  const of = rolledUpOf(query);
  const figures = of && (await rollupFigures(queries, query, of));
  if (figures !== undefined) return figures;
  const candidates = conditions.length === 0 ? undefined : await observationCandidates(queries, conditions);
  const only = candidates && (await fewCandidates(candidates, query));
  return (values) => rowFigures(queries, query, only, values);
}

function statementOf(
  { parts, figures, otherCalls }: GroupFigures,
  { orderBy, limit, interval }: ObservationGroupsQuery,
  { values, add }: Values,
): Statement {
  const text = `
    with ${parts},
    figures as (${figures()}),
    groups as materialized (
      select g.*, count(*) over () as groups,
        row_number() over (order by ${ORDERS[orderBy]} desc nulls last, g.value collate "C", g."promptVersion" nulls first) as nth
      from figures g order by nth limit ${add(limit)}::bigint
    )
    select g.value, g."promptVersion", ${figuresFrom('g')}, g."from", g."to", g.groups, g.nth, null::bigint as start, c.other as "otherCalls"
    from (select ${otherCalls} as other) c left join groups g on true
    ${interval === undefined ? '' : `union all ${intervals(figures, add(interval))}`}
    order by nth, start nulls first`;
  return { text, values };
}

/** SQL: rows of the intervals of the groups. @param width SQL, microseconds */
function intervals(figures: GroupFigures['figures'], width: string): string {
  const start = (micros: string): string =>
    `(floor((${micros})::numeric / ${width}::bigint) * ${width}::bigint)::bigint`;
  return `
    select g.value, g."promptVersion", ${figuresFrom('f')}, g."from", g."to", g.groups, g.nth, f.start, 0
    from groups g join (${figures(start)}) f on f.value = g.value and f."promptVersion" is not distinct from g."promptVersion"`;
}
