import { ANSWER_LIMITS, formatMicros } from '@sluice/record';
import type { Micros } from '@sluice/record';
import { FIGURES_OF_POINTS, HOUR_FIGURES, figuresOf, hourOf } from '../metric-hours';
import type { StoredProject } from '../projects';
import { collectValues, microsOf } from './database';
import type { Statement } from './database';
import type { MetricQuery, MetricResult, MetricSeries, MetricStep, MetricValue } from './metric';
import { AGGREGATES, HOUR_AGGREGATES } from './metric-aggregates';
import type { ProjectDatabase, ProjectQueries } from './project';

/** Reads the series of a metric (spec 4.6; contract: Metric points and series). */
export async function queryMetric(database: ProjectDatabase, query: MetricQuery): Promise<MetricResult> {
  if (query.from >= query.before) return NOTHING;
  const rows = (await readByHours(database, query)) ?? (await read(database, query)).rows;
  const [first] = rows;
  if (first === undefined) return NOTHING;
  const series = rows.map(toSeries);
  const bytes = series.reduce((sum, { values }) => sum + SERIES_BYTES + values.length * POINT_BYTES, 0);
  const omittedBuckets = rows.reduce((sum, { omitted }) => sum + omitted, 0);
  return { series, latest: first.latest, omittedBuckets, truncated: first.truncated, heldBytes: bytes };
}

const HOUR: Micros = 3_600_000_000;

/** Hours of a window that are read from `metric_hours`: whole and folded. */
interface Hours {
  /** Inclusive. */
  readonly from: Micros;
  /** Exclusive. */
  readonly before: Micros;
}

/** @returns undefined where hours cannot answer it */
async function readByHours(database: ProjectDatabase, query: MetricQuery): Promise<readonly SeriesRow[] | undefined> {
  if (!HOUR_STEPS.has(query.step) || HOUR_AGGREGATES[query.aggregation] === undefined) return undefined;
  const [fold] = await database.query<{ readonly before: number }>({
    text: 'select (extract(epoch from folded_before) * 1000000)::double precision as before from sluice.metric_fold',
  });
  const hours = {
    from: Math.ceil(query.from / HOUR) * HOUR,
    before: Math.min(Math.floor(query.before / HOUR) * HOUR, fold?.before ?? -Infinity),
  };
  if (hours.from >= hours.before) return undefined;
  const { isFolded, rows } = await read(database, query, hours);
  return isFolded ? rows : undefined;
}

/** @returns isFolded: whether these hours were folded still, or else the rows say nothing */
async function read(
  { query: run, project }: ProjectQueries,
  query: MetricQuery,
  hours?: Hours,
): Promise<{ readonly isFolded: boolean; readonly rows: readonly SeriesRow[] }> {
  const rows = await run<AnswerRow>(metricStatement(project, query, hours));
  return { isFolded: rows[0]?.isFolded ?? false, rows: rows.flatMap((row) => (row.rank === null ? [] : [row])) };
}

/** Of a series without its points, and of a point, as they are answered. */
const SERIES_BYTES = 5000;
const POINT_BYTES = 150;

const NOTHING: MetricResult = { series: [], omittedBuckets: 0, truncated: false, heldBytes: 0 };

interface SeriesRow {
  readonly label: string | null;
  /** Arrays as Postgres writes them, `{1,2}`: a row a point would repeat the label and cost ten times the memory. null: none. */
  readonly buckets: string | null;
  readonly values: string | null;
  /** Buckets that no finite double is the result of. */
  readonly omitted: number;
  /** The same in every row. */
  readonly latest: Micros;
  readonly truncated: boolean;
}

/** There is a row where there is no series, too. */
type AnswerRow = { readonly isFolded: boolean } & ((SeriesRow & { readonly rank: number }) | { readonly rank: null });

const STEPS: Readonly<Record<MetricStep, string>> = {
  '1m': `interval '1 minute'`,
  '5m': `interval '5 minutes'`,
  '1h': `interval '1 hour'`,
  '1d': `interval '24 hours'`,
};
/** Each of whose buckets is made of whole hours. */
const HOUR_STEPS: ReadonlySet<MetricStep> = new Set<MetricStep>(['1h', '1d']);

/** One row a series: the label's value, and its buckets' starts and aggregates. The limits are applied in the database. */
function metricStatement(project: StoredProject, query: MetricQuery, hours: Hours | undefined): Statement {
  const { values, add } = collectValues();
  const group = query.groupBy === undefined ? undefined : add(query.groupBy);
  const series = [
    `s.project = ${project.id}`,
    `s.name = ${add(query.name)}::text`,
    ...(query.labels.size === 0 ? [] : [`s.labels @> ${add(labelsJson(query.labels))}::jsonb`]),
    ...(group === undefined ? [] : [`s.labels ? ${group}::text`]),
  ];
  const time = (micros: Micros): string => `${add(formatMicros(micros))}::timestamptz`;
  const buckets = hours === undefined ? ofPoints(query, time) : ofHours(query, hours, time);
  const isFolded = hours && `(select f.folded_before >= ${time(hours.before)} from sluice.metric_fold f)`;
  const text = `
    with series as materialized (
      select s.id, ${group === undefined ? 'null::text' : `s.labels ->> ${group}::text`} collate "C" as label
      from sluice.metric_series s
      where ${series.join(' and ')}
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
    select c."isFolded", a.* from (select ${isFolded ?? 'true'} as "isFolded") c left join answer a on true
    order by a.rank`;
  return { text, values };
}

type TimeText = (micros: Micros) => string;

/** SQL: the buckets, from points. */
function ofPoints({ from, before, step, aggregation }: MetricQuery, time: TimeText): string {
  return `buckets as materialized (
      select s.label, date_bin(${STEPS[step]}, p.ts, timestamptz 'epoch') as bucket,
             ${AGGREGATES[aggregation]} as value, max(p.ts) as latest
      from ${pointsBetween(from, before, time)}
      group by 1, 2
    )`;
}

/** SQL: the points of the series. */
const pointsBetween = (from: Micros, before: Micros, time: TimeText): string =>
  `series s join sluice.metric_points p on p.series_id = s.id
      where p.ts >= ${time(from)} and p.ts < ${time(before)}`;

/** SQL: the buckets, from folded hours; from points where an hour has changed since, is not folded yet, or is cut by the window. */
function ofHours({ from, before, step, aggregation }: MetricQuery, hours: Hours, time: TimeText): string {
  const figures = HOUR_FIGURES.map((name) => `h.${name}`).join(', ');
  const edges = [
    [from, hours.from],
    [hours.before, before],
  ] as const;
  const ofEdges = edges.flatMap(([first, end]) =>
    first < end
      ? [
          `select s.label, ${hourOf('p.ts')} as hour, ${FIGURES_OF_POINTS} from ${pointsBetween(first, end, time)} group by 1, 2`,
        ]
      : [],
  );
  const within = (hour: string): string => `${hour} >= ${time(hours.from)} and ${hour} < ${time(hours.before)}`;
  return `changed as materialized (
      select distinct s.label, c.series_id, c.hour
      from series s join sluice.metric_changes c on c.series_id = s.id where ${within('c.hour')}
    ), hours as (
      select s.label, h.hour, ${figures}
      from series s join sluice.metric_hours h on h.series_id = s.id
      where ${within('h.hour')} and not exists (select from changed c where c.series_id = h.series_id and c.hour = h.hour)
      union all
      select c.label, c.hour, ${figures} from changed c cross join lateral ${figuresOf('c')} h where h.points > 0
      ${ofEdges.map((edge) => `union all ${edge}`).join(' ')}
    ), buckets as materialized (
      select h.label, date_bin(${STEPS[step]}, h.hour, timestamptz 'epoch') as bucket,
             ${HOUR_AGGREGATES[aggregation] ?? ''} as value, max(h.last_ts) as latest
      from hours h
      group by 1, 2
    )`;
}

/** A Map, not an object: a label may be called `__proto__`. */
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

/** The numbers of an array as Postgres writes it; none of none. */
function numbersOf(array: string | null): number[] {
  return array === null ? [] : array.slice(1, -1).split(',').map(Number);
}
