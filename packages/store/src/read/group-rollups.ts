import { HOUR_MICROS } from '@sluice/record';
import {
  FIGURE_SUMS,
  type Figure,
  TOKENS_AND_COST,
  bucketOf,
  bucketOfElement,
  countOfElement,
  middleOf,
  partialSum,
} from '../observation-rollup-format';
import { START } from '../observation-values';
import { cutWindow } from './cut-window';
import { type Values, microsOf } from './database';
import { fewCandidates } from './few-candidates';
import { type GroupFigures, groupRows } from './group-rows';
import type { ObservationGroupsQuery } from './observation-group';
import type { ProjectQueries } from './project';
import { type CandidateTrace, type RolledUp, observationCandidates, observationRollups } from './trace-index';

/*
 * Figures of groups from rollups of observations: whole hours of traces that have one. Rows have the rest: traces without a right rollup, and the
 * hours that the window cuts. Counts and sums are exact.
 */

/**
 * @param of rollups that have the figures of the query
 * @returns undefined if rollups are not usable, or too few of the traces have one
 */
export async function rollupFigures(
  queries: ProjectQueries,
  query: ObservationGroupsQuery,
  of: RolledUp,
): Promise<((values: Values) => GroupFigures) | undefined> {
  const { interval } = query;
  const { whole, edges } = cutWindow(query, HOUR_MICROS);
  const rollups = whole && (await observationRollups(queries, query, whole));
  if (whole === undefined || rollups === undefined) return undefined;
  const { unrolled } = rollups;
  const read = new Map(unrolled.map((each) => [each.key, each]));
  const candidates = edges.length === 0 ? undefined : await observationCandidates(queries, []);
  for (const edge of edges) {
    const few = candidates && (await fewCandidates(candidates, edge));
    if (few === undefined) return undefined;
    for (const each of few) read.set(each.key, each);
  }
  return (values) => {
    const { add } = values;
    const hours = `floor(extract(epoch from ${START}) / 3600)`;
    // A rollup has the observations of whole hours of its traces; their rows are read to count a trace once.
    const isRolledUp = [
      `not t.id = any(${add(unrolled.map(({ key }) => key))}::uuid[])`,
      ...(whole.first === undefined ? [] : [`${hours} >= ${add(whole.first)}::bigint`]),
      ...(whole.end === undefined ? [] : [`${hours} < ${add(whole.end)}::bigint`]),
    ].join(' and ');
    const only: readonly CandidateTrace[] = [...read.values()];
    return {
      parts: `
        s as materialized (${groupRows(queries, query, values, { only, columns: [`${isRolledUp} as is_rolled_up`] })}),
        totals as materialized (${columnsOf(rollups.totals(of, values, interval), true)}),
        uncovered as materialized (${columnsOf(rollups.rollups(of, values), false)}),
        several as materialized (${interval === undefined ? 'select u.* from uncovered u where false' : columnsOf(rollups.rollupsOfSeveral(of, values, interval), false)})`,
      figures: figuresBy,
      otherCalls: `(select coalesce(sum(r.calls), 0) from ${ALL} where r.value is null)`,
      percentiles: 'approximate',
    };
  };
}

/** SQL, after `from`: totals of segments, and rollups of all other blocks. */
const ALL = '(select * from totals union all select * from uncovered) r';
/** SQL, after `from`: totals of segments that are in one interval, and rollups of all other blocks, by hour. */
const BY_HOUR =
  '(select * from totals where hour is not null union all select * from uncovered union all select * from several) r';

/** SQL: rows of totals or of rollups with the same columns. */
const columnsOf = (rows: string, areTotals: boolean): string => `
  select r.value, r.version, r.calls, r.first_start, r.last_start, ${FIGURE_SUMS.map((column) => `r.${column}`).join(', ')}, r.latency, r.first_token,
    ${areTotals ? 'null::integer as block, r.hour, null::varbit as bits, r.traces' : 'r.block, r.hour, r.traces as bits, null::bigint as traces'}
  from (${rows}) r`;

/** Figures of partial sums, with the SQL that adds them up. */
const ADDED: Readonly<Record<Figure, string>> = {
  calls: 'sum(p.calls)',
  first_start: 'min(p.first_start)',
  last_start: 'max(p.last_start)',
  ...(Object.fromEntries(FIGURE_SUMS.map((column) => [column, `sum(p.${column})`])) as Record<
    (typeof FIGURE_SUMS)[number],
    string
  >),
  traces: 'sum(p.traces)',
  latency: 'max(p.latency)',
  first_token: 'max(p.first_token)',
};

/**
 * SQL: figures of totals, rollups and rows `s`. Partial sums are rows of one union: joins by value could be planned as nested loops.
 * @param start as in `GroupFigures`
 */
function figuresBy(start?: (micros: string) => string): string {
  const columns = ['value', 'version', ...(start === undefined ? [] : ['start'])];
  const keys = columns.map((_, n) => n + 1).join(', ');
  const of = (alias: string, micros: string): string =>
    [`${alias}.value`, `${alias}.version`, ...(start === undefined ? [] : [`${start(micros)} as start`])].join(', ');
  const ofRollup = of('r', `r.hour * ${HOUR_MICROS}`);
  const ofRow = of('s', microsOf('s.start'));
  const names = columns.join(', ');
  const from = `from ${start === undefined ? ALL : BY_HOUR}`;
  const percentiles = (column: 'latency' | 'first_token'): string => `
      select ${names}, ${partialSum({ [column]: `array[${[50, 95, 99].map((share) => `min(h.micros) filter (where h.upto * 100 >= h.n * ${share})`).join(', ')}]` })}
      from (
        select ${names}, ${middleOf('h.bucket')} as micros,
          sum(h.n) over (partition by ${names} order by h.bucket) as upto, sum(h.n) over (partition by ${names}) as n
        from (
          select ${names}, h.bucket, sum(h.n) as n from (
            select ${names}, ${bucketOfElement('e')} as bucket, ${countOfElement('e')} as n
            from (
              select ${names}, unnest(r.${column}) as e
              from (select ${ofRollup}, r.${column} ${from} where r.value is not null offset 0) r) r
            union all
            select ${ofRow}, ${bucketOf(`s.${column}`)}, 1 from s where not s.is_rolled_up and s.${column} is not null
          ) h group by ${names}, h.bucket
        ) h
      ) h group by ${names}`;
  return `
    select p.value, p.version as "promptVersion", ${start === undefined ? '' : 'p.start,'}
      p.calls::bigint as calls, p.errors::bigint as errors, p.traces::bigint as traces, p.latency, p.first_token as "timeToFirstToken",
      1000000 * p.timed_tokens::double precision / nullif(p.timed_latency, 0)::double precision as "tokensPerSecond",
      ${['input', 'output', 'total'].map((kind) => `p.${kind}_tokens::text as "${kind}Tokens"`).join(', ')}, p.total_cost as "totalCost",
      ${microsOf('p.first_start')} as "from", ${microsOf('p.last_start')} as "to"
    from (
      select ${names}, ${Object.entries(ADDED)
        .map(([column, sum]) => `${sum} as ${column}`)
        .join(', ')}
      from (
      select ${ofRollup}, ${partialSum({
        ...{ calls: 'r.calls', first_start: 'r.first_start', last_start: 'r.last_start', traces: 'r.traces' },
        ...Object.fromEntries(FIGURE_SUMS.map((column) => [column, `r.${column}`])),
      })} ${from} where r.value is not null
      union all
      select ${ofRow}, ${partialSum({
        ...{ calls: '1', first_start: 's.start', last_start: 's.start', errors: 's.is_error::integer' },
        ...Object.fromEntries(TOKENS_AND_COST.map((column) => [column, `coalesce(s.${column}, 0)`])),
        timed_tokens: 'case when s.latency > 0 then coalesce(s.output_tokens, 0) else 0 end',
        timed_latency: 'case when s.output_tokens > 0 then coalesce(s.latency, 0) else 0 end',
      })} from s where not s.is_rolled_up
      union all
      select ${names}, ${partialSum({ traces: 'sum(bit_count(x.bits))' })}
      from (select ${ofRollup}, r.block, bit_or(r.bits) as bits ${from} where r.value is not null and r.bits is not null group by ${keys}, r.block) x
      group by ${names}
      union all
      select ${names}, ${partialSum({ traces: 'count(*)' })}
      from (select ${ofRow}, s.trace from s group by ${keys}, s.trace having not bool_or(s.is_rolled_up)) x
      group by ${names}
      union all ${percentiles('latency')}
      union all ${percentiles('first_token')}
      ) p group by ${names}
    ) p`;
}
