import { GROUP_VALUES, TOKENS_AND_COST } from '../observation-rollup-format';
import { END, START, TIME_TO_FIRST_TOKEN } from '../observation-values';
import { type Values, microsOf, microsOfSpan } from './database';
import type { ObservationGroups, ObservationGroupsQuery } from './observation-group';
import { matches } from './observation-matches';
import type { ProjectQueries } from './project';
import type { CandidateTrace } from './trace-index';

/** SQL of the figures of groups. */
export interface GroupFigures {
  /** SQL for `with`, without the last comma. */
  readonly parts: string;
  /**
   * Returns SQL: a row of figures for each group; with `start` for each start, too.
   * @param start SQL: the start of the interval of a time, both in microseconds
   */
  readonly figures: (start?: (micros: string) => string) => string;
  /** SQL: calls that are in no group, because their values are too many. */
  readonly otherCalls: string;
  readonly percentiles: ObservationGroups['percentiles'];
}

/** SQL: figures of rows `s` of a group. */
const FIGURES = [
  'count(*) as calls',
  'count(*) filter (where s.is_error) as errors',
  'count(distinct s.trace) as traces',
  'percentile_disc(array[0.5, 0.95, 0.99]) within group (order by s.latency) filter (where s.latency is not null) as latency',
  'percentile_disc(array[0.5, 0.95, 0.99]) within group (order by s.first_token) filter (where s.first_token is not null) as "timeToFirstToken"',
  '1000000 * (sum(s.output_tokens) filter (where s.latency > 0))::double precision / nullif(sum(s.latency) filter (where s.output_tokens > 0), 0)::double precision as "tokensPerSecond"',
  ...['input', 'output', 'total'].map((kind) => `coalesce(sum(s.${kind}_tokens), 0)::text as "${kind}Tokens"`),
  'coalesce(sum(s.total_cost), 0) as "totalCost"',
  `${microsOf('min(s.start)')} as "from"`,
  `${microsOf('max(s.start)')} as "to"`,
].join(', ');

/** Returns exact figures, from the rows of observations. @param only the only traces that are read; undefined: all in the window */
export function rowFigures(
  queries: ProjectQueries,
  query: ObservationGroupsQuery,
  only: readonly CandidateTrace[] | undefined,
  values: Values,
): GroupFigures {
  return {
    parts: `s as materialized (${groupRows(queries, query, values, { only })})`,
    figures: (start) => `
      select s.value, s.version as "promptVersion", ${start === undefined ? '' : `${start(microsOf('s.start'))} as start,`} ${FIGURES}
      from s group by s.value, s.version ${start === undefined ? '' : ', 3'}`,
    otherCalls: '0',
    percentiles: 'exact',
  };
}

interface RowsOptions {
  readonly only: readonly CandidateTrace[] | undefined;
  /** SQL: further columns of an observation `o` of a trace `t`. */
  readonly columns?: readonly string[];
}

/** SQL: observations with a value. */
export const groupRows = (
  queries: ProjectQueries,
  query: ObservationGroupsQuery,
  values: Values,
  { only, columns = [] }: RowsOptions,
): string =>
  `select o.*, t.id as trace from ${matches(queries, query, values, {
    ...{ columns: [...columnsOf(query.by), ...columns], own: [`${GROUP_VALUES[query.by]} is not null`], only },
  })}`;

/** SQL: columns of an observation `o` of a trace `t` that groups need. */
const columnsOf = (by: ObservationGroupsQuery['by']): readonly string[] => [
  `(${GROUP_VALUES[by]}) collate "C" as value`,
  `${by === 'prompt' ? 'o.prompt_version' : 'null::integer'} as version`,
  `coalesce(o.level = 'ERROR', false) as is_error`,
  `${microsOfSpan(`(${END}) - ${START}`)} as latency`,
  `${microsOfSpan(TIME_TO_FIRST_TOKEN)} as first_token`,
  ...TOKENS_AND_COST.map((column) => `case when o.counted then o.${column} end as ${column}`),
];
