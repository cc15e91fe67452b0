import { ANSWER_LIMITS, HOUR_MICROS } from '@sluice/record';
import type { Micros } from '@sluice/record';
import type { StoredProject } from '../projects';
import { cutWindow } from './cut-window';
import { addTime, collectValues, microsOf } from './database';
import type { Statement, Values } from './database';
import type { MetricQuery, MetricResult, MetricSeries, MetricValue } from './metric';
import { FRACTIONS } from './metric-aggregates';
import { type Hours, bucketsOfHours, bucketsOfPoints, isMadeOfHours } from './metric-buckets';
import type { ProjectDatabase, ProjectQueries } from './project';

/** Reads the series of a metric (spec 4.6; contract: Metric points and series). */
export async function queryMetric(database: ProjectDatabase, query: MetricQuery): Promise<MetricResult> {
  if (query.from >= query.before) return NOTHING;
  const rows = (await readManyGroups(database, query)) ?? (await readSeries(database, query));
  const [first] = rows;
  if (first === undefined) return NOTHING;
  const series = rows.map(toSeries);
  const bytes = series.reduce((sum, { values }) => sum + SERIES_BYTES + values.length * POINT_BYTES, 0);
  const omittedBuckets = rows.reduce((sum, { omitted }) => sum + omitted, 0);
  return { series, latest: first.latest, omittedBuckets, truncated: first.truncated, heldBytes: bytes };
}

/** Number of groups from which on percentiles are computed for the answered groups alone. */
const MANY_GROUPS = 4 * ANSWER_LIMITS.series;

/**
 * Reads percentiles of many groups. Percentiles cost several times as much as a maximum. So a maximum finds the groups of the answer, and
 * the newest point of all groups, in one snapshot with the percentiles of the answered groups.
 * @returns undefined if the aggregation is no percentile, or there are fewer groups than `MANY_GROUPS`
 */
async function readManyGroups(
  database: ProjectDatabase,
  query: MetricQuery,
): Promise<readonly SeriesRow[] | undefined> {
  if (!(query.aggregation in FRACTIONS) || query.groupBy === undefined) return undefined;
  const { values, add } = collectValues();
  const { label, from } = seriesOf(database.project, query, add);
  const [groups] = await database.query<{ readonly are_many: boolean }>({
    text: `select count(*) > ${MANY_GROUPS} as are_many from (select distinct ${label} from ${from} limit ${MANY_GROUPS + 1}) g`,
    values,
  });
  if (groups?.are_many !== true) return undefined;
  return database.snapshot(async ({ query: run }) => {
    const queries = { query: run, project: database.project };
    const found = await readSeries(queries, { ...query, aggregation: 'max' });
    const [first] = found;
    if (first === undefined) return [];
    const answered = found.map((row) => row.label);
    const { latest, truncated } = first;
    return (await readSeries(queries, query, answered)).map((row) => ({ ...row, latest, truncated }));
  });
}

/** Values of the label that are read; undefined: all. */
type Groups = readonly (string | null)[] | undefined;

/** Parts of a query that one statement reads. */
interface ReadDependencies {
  readonly groups: Groups;
  /** Hours that are read from hourly rollups; absent: all is read from points. */
  readonly hours?: Hours;
}

async function readSeries(
  database: ProjectQueries,
  query: MetricQuery,
  groups?: Groups,
): Promise<readonly SeriesRow[]> {
  return (await readByHours(database, query, groups)) ?? (await read(database, query, { groups })).rows;
}

/** Reads from hourly rollups. @returns undefined if these cannot answer the query */
async function readByHours(
  database: ProjectQueries,
  query: MetricQuery,
  groups: Groups,
): Promise<readonly SeriesRow[] | undefined> {
  const { whole } = cutWindow(query, HOUR_MICROS);
  if (!isMadeOfHours(query) || whole?.first === undefined || whole.end === undefined) return undefined;
  const [rollup] = await database.query<{ readonly before: number }>({
    text: 'select (extract(epoch from rolled_up_before) * 1000000)::double precision as before from sluice.metric_rollup_state',
  });
  const hours = {
    from: whole.first * HOUR_MICROS,
    before: Math.min(whole.end * HOUR_MICROS, rollup?.before ?? -Infinity),
  };
  if (hours.from >= hours.before) return undefined;
  const { isRolledUp, rows } = await read(database, query, { groups, hours });
  return isRolledUp ? rows : undefined;
}

/** Reads rows. @returns isRolledUp: whether these hours were still rolled up; otherwise the rows are void */
async function read(
  { query: run, project }: ProjectQueries,
  query: MetricQuery,
  dependencies: ReadDependencies,
): Promise<{ readonly isRolledUp: boolean; readonly rows: readonly SeriesRow[] }> {
  const rows = await run<AnswerRow>(metricStatement(project, query, dependencies));
  return { isRolledUp: rows[0]?.isRolledUp ?? false, rows: rows.flatMap((row) => (row.rank === null ? [] : [row])) };
}

/** Bytes of a series without its points, and of a point, in an answer. */
const SERIES_BYTES = 5000;
const POINT_BYTES = 150;

const NOTHING: MetricResult = { series: [], omittedBuckets: 0, truncated: false, heldBytes: 0 };

interface SeriesRow {
  readonly label: string | null;
  /** Arrays as Postgres writes them, `{1,2}`: a row a point would repeat the label and cost ten times the memory. null: none. */
  readonly buckets: string | null;
  readonly values: string | null;
  /** Number of buckets for which no finite double is the result. */
  readonly omitted: number;
  /** Value that is the same in every row. */
  readonly latest: Micros;
  readonly truncated: boolean;
}

/** Row of the answer; there is one even without a series. */
type AnswerRow = { readonly isRolledUp: boolean } & ((SeriesRow & { readonly rank: number }) | { readonly rank: null });

/**
 * Builds a statement of one row a series: the label's value, and the starts and aggregates of its buckets. The database applies the limits.
 */
function metricStatement(project: StoredProject, query: MetricQuery, { groups, hours }: ReadDependencies): Statement {
  const { values, add } = collectValues();
  const { label, from } = seriesOf(project, query, add);
  const time = (micros: Micros): string => addTime({ add }, micros);
  const buckets = hours === undefined ? bucketsOfPoints(query, time) : bucketsOfHours(query, hours, time);
  const isRolledUp = hours && `(select f.rolled_up_before >= ${time(hours.before)} from sluice.metric_rollup_state f)`;
  const text = `
    with series as materialized (
      select s.id, ${label} collate "C" as label from ${from}
      ${groups === undefined ? '' : `and ${label} = any(${add(groups)}::text[])`}
    ), ${buckets}, ranked as materialized (
      select b.*, dense_rank() over (order by label) as series_rank,
             row_number() over (partition by label order by bucket desc) as point_rank
      from buckets b
    ), answer as (
      select series_rank as rank, label, array_agg(${microsOf('bucket')} order by bucket) filter (where value is not null) as buckets,
             array_agg(value order by bucket) filter (where value is not null) as values,
             count(*) filter (where value is null) as omitted,
             (select ${microsOf('max(latest)')} from buckets) as latest,
             (select max(series_rank) > ${ANSWER_LIMITS.series} or max(point_rank) > ${ANSWER_LIMITS.points} from ranked) as truncated
      from ranked
      where series_rank <= ${ANSWER_LIMITS.series} and point_rank <= ${ANSWER_LIMITS.points}
      group by series_rank, label
    )
    select c."isRolledUp", a.* from (select ${isRolledUp ?? 'true'} as "isRolledUp") c left join answer a on true
    order by a.rank`;
  return { text, values };
}

/** SQL: the value of the label of a series `s`, and the series of a query with their conditions. */
function seriesOf(
  project: StoredProject,
  { name, labels, groupBy }: MetricQuery,
  add: Values['add'],
): { readonly label: string; readonly from: string } {
  const group = groupBy === undefined ? undefined : add(groupBy);
  const conditions = [
    `s.project = ${project.id}`,
    `s.name = ${add(name)}::text`,
    ...(labels.size === 0 ? [] : [`s.labels @> ${add(labelsJson(labels))}::jsonb`]),
    ...(group === undefined ? [] : [`s.labels ? ${group}::text`]),
  ];
  return {
    label: group === undefined ? 'null::text' : `(s.labels ->> ${group}::text)`,
    from: `sluice.metric_series s where ${conditions.join(' and ')}`,
  };
}

/** Returns labels as JSON. From a Map, not an object: a label may be called `__proto__`. */
function labelsJson(labels: ReadonlyMap<string, string>): string {
  const members = Array.from(labels, ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${members.join(',')}}`;
}

function toSeries({ label, buckets, values }: SeriesRow): MetricSeries {
  const numbers = numbersOf(values);
  return {
    group: label,
    values: numbersOf(buckets).map((timestamp, index): MetricValue => ({ timestamp, value: numbers[index] ?? NaN })),
  };
}

/** Parses the numbers of an array as Postgres writes it; empty for null. */
function numbersOf(array: string | null): number[] {
  return array === null ? [] : array.slice(1, -1).split(',').map(Number);
}
