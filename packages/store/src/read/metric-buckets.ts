import type { Micros } from '@sluice/record';
import { FIGURES_OF_POINTS, HOUR_FIGURES, figuresOf, hourOf } from '../metric-hours';
import type { MetricQuery, MetricStep } from './metric';
import { AGGREGATES, FRACTIONS, HOUR_AGGREGATES } from './metric-aggregates';
import { percentileBuckets } from './metric-percentiles';
import { unchanged } from './clean-hours';

/* SQL: common table expressions up to `buckets` (label, bucket, value, latest), from `series` (id, label). */

/** Hours of a window that are read from `metric_hours`: whole and rolled up. */
export interface Hours {
  /** Inclusive. */
  readonly from: Micros;
  /** Exclusive. */
  readonly before: Micros;
}

const STEPS: Readonly<Record<MetricStep, string>> = {
  '1m': `interval '1 minute'`,
  '5m': `interval '5 minutes'`,
  '1h': `interval '1 hour'`,
  '1d': `interval '24 hours'`,
};
/** Steps whose buckets consist of whole hours. */
const HOUR_STEPS: ReadonlySet<MetricStep> = new Set<MetricStep>(['1h', '1d']);

/** Returns whether the buckets of a query can be read from hours. */
export const isMadeOfHours = ({ step }: MetricQuery): boolean => HOUR_STEPS.has(step);

/** Formats a time as SQL. */
type TimeText = (micros: Micros) => string;

/** SQL: the buckets, from points. */
export function bucketsOfPoints({ from, before, step, aggregation }: MetricQuery, time: TimeText): string {
  return `buckets as materialized (
      select s.label, date_bin(${STEPS[step]}, p.ts, timestamptz 'epoch') as bucket,
             ${AGGREGATES[aggregation]} as value, max(p.ts) as latest
      from ${pointsBetween(from, before, time)}
      group by 1, 2
    )`;
}

/** SQL: the points of the series. */
const pointsBetween = (from: Micros, before: Micros, time: TimeText, series = 'series'): string =>
  `${series} s join sluice.metric_points p on p.series_id = s.id
      where p.ts >= ${time(from)} and p.ts < ${time(before)}`;

/** SQL: the buckets, from hourly rollups; from points for hours that are dirty, not rolled up yet, or cut by the window. */
export function bucketsOfHours({ from, before, step, aggregation }: MetricQuery, hours: Hours, time: TimeText): string {
  const cut = [
    [from, hours.from],
    [hours.before, before],
  ] as const;
  const edges = (series?: string): string[] =>
    cut.flatMap(([first, end]) => (first < end ? [pointsBetween(first, end, time, series)] : []));
  const within = (hour: string): string => `${hour} >= ${time(hours.from)} and ${hour} < ${time(hours.before)}`;
  // By the index of dirty hours: those of other series, and of other projects, are not read.
  const changed = `changed as materialized (
      select distinct s.label, s.id as series_id, c.hour
      from series s cross join lateral (
        select c.hour from sluice.metric_rollup_dirty c where c.series_id = s.id and ${within('c.hour')} offset 0) c
    )`;
  const fraction = aggregation in FRACTIONS ? FRACTIONS[aggregation as keyof typeof FRACTIONS] : undefined;
  if (fraction !== undefined) {
    return `${changed}, ${percentileBuckets(fraction, { step: STEPS[step], within, edges })}`;
  }
  const figures = HOUR_FIGURES.map((name) => `h.${name}`).join(', ');
  const ofEdges = edges().map(
    (points) =>
      `union all select s.label, ${hourOf('p.ts')} as hour, ${FIGURES_OF_POINTS} from ${points} group by 1, 2`,
  );
  return `${changed}, hours as (
      select h.label, h.hour, ${figures}
      from ${unchanged('sluice.metric_hours', 'series', 'label', within)} h
      union all
      select c.label, c.hour, ${figures}
      from changed c cross join lateral ${figuresOf('c')} h where h.points > 0
      ${ofEdges.join(' ')}
    ), buckets as materialized (
      select h.label, date_bin(${STEPS[step]}, h.hour, timestamptz 'epoch') as bucket,
             ${HOUR_AGGREGATES[aggregation] ?? ''} as value, max(h.last_ts) as latest
      from hours h
      group by 1, 2
    )`;
}
