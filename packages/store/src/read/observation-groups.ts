import { type Micros, type OBSERVATION_GROUPS, type OBSERVATION_GROUP_ORDERS, parseJson } from '@sluice/record';
import { type Statement, collectValues, microsOf } from './database';
import { fewCandidates } from './few-candidates';
import { END, OBSERVATION_VALUES, START, TIME_TO_FIRST_TOKEN } from './observation-conditions';
import type { ObservationListQuery } from './observation-list';
import { matches } from './observation-matches';
import { heldByTexts } from './portions';
import type { ProjectDatabase, ProjectQueries } from './project';
import { AGGREGATE_TIMEOUT_MS, withinTimeout } from './statement-timeout';
import type { Held, IntegerText } from './trace';
import { type CandidateTrace, observationCandidates } from './trace-index';

export interface ObservationGroupsQuery extends Pick<ObservationListQuery, 'from' | 'before' | 'conditions'> {
  readonly by: (typeof OBSERVATION_GROUPS)[number];
  /** Figure by which groups are sorted, the greatest first. */
  readonly orderBy: (typeof OBSERVATION_GROUP_ORDERS)[number];
  readonly limit: number;
  /** Microseconds of an interval for which each group has figures of its own, from the epoch on; absent: none. */
  readonly interval?: Micros;
}

/** Percentiles in microseconds: the 50th, 95th and 99th, each a measured value; null without one. */
export type Percentiles = readonly [p50: Micros, p95: Micros, p99: Micros] | null;

/** Figures of observations. */
export interface ObservationFigures {
  readonly calls: number;
  readonly errors: number;
  readonly traces: number;
  readonly latency: Percentiles;
  readonly timeToFirstToken: Percentiles;
  /** Output tokens by the time of the observations that have both; null without any. */
  readonly tokensPerSecond: number | null;
  readonly inputTokens: IntegerText;
  readonly outputTokens: IntegerText;
  readonly totalTokens: IntegerText;
  /** USD. */
  readonly totalCost: number;
}

/** Observations with the same value in a field. */
export interface ObservationGroup extends ObservationFigures {
  readonly value: string;
  /** Version of a prompt; null for other groups, and without one. */
  readonly promptVersion: number | null;
  /** Start of the earliest and the latest of them. */
  readonly from: Micros;
  readonly to: Micros;
  /** Figures by interval, in order of time, without empty ones. */
  readonly intervals: readonly (ObservationFigures & { readonly start: Micros })[];
}

export interface ObservationGroups extends Held {
  readonly groups: readonly ObservationGroup[];
  /** Number of groups in all. */
  readonly totalItems: number;
}

/** SQL: values of an observation `o` of a trace `t` by field; null: it belongs to no group. The closed map from a request to SQL. */
const VALUES: Readonly<Record<ObservationGroupsQuery['by'], string>> = {
  name: OBSERVATION_VALUES.name,
  tool: OBSERVATION_VALUES.toolName,
  type: OBSERVATION_VALUES.type,
  model: OBSERVATION_VALUES.model,
  provider: OBSERVATION_VALUES.provider,
  prompt: OBSERVATION_VALUES.promptName,
  level: OBSERVATION_VALUES.level,
  statusMessage: OBSERVATION_VALUES.statusMessageGroup,
  userId: OBSERVATION_VALUES.userId,
  release: OBSERVATION_VALUES.release,
};

/** SQL: figures by which groups are ordered. */
const ORDERS: Readonly<Record<ObservationGroupsQuery['orderBy'], string>> = {
  calls: 'g.calls',
  errors: 'g.errors',
  latencyP95: 'g.latency[2]',
  timeToFirstTokenP95: 'g."timeToFirstToken"[2]',
  totalCost: 'g."totalCost"',
  totalTokens: 'g."totalTokens"::numeric',
};

/** SQL: figures of rows `s` of a group. */
const FIGURES = [
  'count(*) as calls',
  'count(*) filter (where s.is_error) as errors',
  'count(distinct s.trace) as traces',
  'percentile_disc(array[0.5, 0.95, 0.99]) within group (order by s.latency) filter (where s.latency is not null) as latency',
  'percentile_disc(array[0.5, 0.95, 0.99]) within group (order by s.first_token) filter (where s.first_token is not null) as "timeToFirstToken"',
  '1000000 * (sum(s.output_tokens) filter (where s.latency > 0))::double precision / (sum(s.latency) filter (where s.output_tokens > 0))::double precision as "tokensPerSecond"',
  ...['input', 'output', 'total'].map((kind) => `coalesce(sum(s.${kind}_tokens), 0)::text as "${kind}Tokens"`),
  'coalesce(sum(s.total_cost), 0) as "totalCost"',
].join(', ');

/** SQL: these figures of an alias, as the driver returns them: percentiles as JSON. */
const figuresFrom = (alias: string): string =>
  [
    ...['calls', 'errors', 'traces', 'tokensPerSecond', 'inputTokens', 'outputTokens', 'totalTokens', 'totalCost'].map(
      (name) => `${alias}."${name}"`,
    ),
    ...['latency', 'timeToFirstToken'].map((name) => `to_json(${alias}."${name}")::text as "${name}"`),
  ].join(', ');

/**
 * Sums observations by the values of a field, from their rows: with conditions those of the traces that may have matches, if they are few.
 * @throws StoreUnavailableError if the read exceeds its time limit
 */
export async function observationGroups(
  database: ProjectDatabase,
  query: ObservationGroupsQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<ObservationGroups> {
  const rows = await withinTimeout(database, statementMs, async (queries) =>
    queries.query<GroupRow>(statementOf(queries, query, await tracesOf(queries, query))),
  );
  const groups: (ObservationGroup & { intervals: (ObservationFigures & { start: Micros })[] })[] = [];
  // A group precedes its intervals, which have its number.
  for (const row of rows) {
    const { value, promptVersion, from, to, nth, start } = row;
    if (start === null) groups.push({ value, promptVersion, ...figuresOf(row), from, to, intervals: [] });
    else groups[nth - 1]?.intervals.push({ ...figuresOf(row), start });
  }
  const heldBytes = heldByTexts(rows.map(({ value }) => value)) + rows.length * FIGURES_BYTES;
  return { groups, totalItems: rows[0]?.groups ?? 0, heldBytes };
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
  /** Place of the group, from 1. */
  readonly nth: number;
  readonly groups: number;
}

/** Returns the only traces that are read; undefined: all in the window. */
async function tracesOf(
  queries: ProjectQueries,
  query: ObservationGroupsQuery,
): Promise<readonly CandidateTrace[] | undefined> {
  if (query.conditions.length === 0) return undefined;
  const candidates = await observationCandidates(queries, query.conditions);
  return candidates && fewCandidates(candidates, query);
}

function statementOf(
  queries: ProjectQueries,
  query: ObservationGroupsQuery,
  only: readonly CandidateTrace[] | undefined,
): Statement {
  const { by, orderBy, limit, interval } = query;
  const values = collectValues();
  const { add } = values;
  const own = [`${VALUES[by]} is not null`];
  const found = matches(queries, query, values, { columns: columnsOf(by), own, only });
  const text = `
    with s as materialized (
      select o.*, t.id as trace from ${found}
    ), figures as (
      select s.value, s.version as "promptVersion", ${FIGURES}, ${microsOf('min(s.start)')} as "from", ${microsOf('max(s.start)')} as "to"
      from s group by s.value, s.version
    ), groups as materialized (
      select g.*, count(*) over () as groups,
        row_number() over (order by ${ORDERS[orderBy]} desc nulls last, g.value collate "C", g."promptVersion" nulls first) as nth
      from figures g order by nth limit ${add(limit)}::bigint
    )
    select g.value, g."promptVersion", ${figuresFrom('g')}, g."from", g."to", g.groups, g.nth, null::bigint as start from groups g
    ${interval === undefined ? '' : `union all ${intervals(add(interval))}`}
    order by nth, start nulls first`;
  return { text, values: values.values };
}

/** SQL: rows of the intervals of the groups. @param width SQL, microseconds */
function intervals(width: string): string {
  const start = `${microsOf('s.start')} / ${width}::bigint * ${width}::bigint`;
  return `
    select g.value, g."promptVersion", ${figuresFrom('f')}, g."from", g."to", g.groups, g.nth, f.start
    from groups g join (
      select s.value, s.version, ${start} as start, ${FIGURES} from s group by 1, 2, 3
    ) f on f.value = g.value and f.version is not distinct from g."promptVersion"`;
}

/** SQL: columns of an observation `o` of a trace `t` that groups need. */
const columnsOf = (by: ObservationGroupsQuery['by']): readonly string[] => [
  `${VALUES[by]} as value`,
  `${by === 'prompt' ? 'o.prompt_version' : 'null::integer'} as version`,
  `coalesce(o.level = 'ERROR', false) as is_error`,
  `${microsOf(`(${END}) - ${START}`)} as latency`,
  `${microsOf(TIME_TO_FIRST_TOKEN)} as first_token`,
  ...['input_tokens', 'output_tokens', 'total_tokens', 'total_cost'].map(
    (column) => `case when o.counted then o.${column} end as ${column}`,
  ),
];
