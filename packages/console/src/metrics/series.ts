import type { MetricResult } from '../api/types';
import type { MetricsAddress, Step } from '../url/metrics-address';

type BucketWidth = Exclude<Step, 'auto'>;

/** Widths in seconds. */
const SECONDS: Readonly<Record<BucketWidth, number>> = { '1m': 60, '5m': 300, '1h': 3600, '1d': 86_400 };

/** Most buckets that the API returns. */
const MAX_BUCKETS = 1_000;

/** Returns the chosen width of a bucket, otherwise the smallest width whose buckets are within the limit. */
export function stepOf(step: Step, spanSeconds: number): BucketWidth {
  if (step !== 'auto') return step;
  const fits = (width: BucketWidth): boolean => spanSeconds / SECONDS[width] <= MAX_BUCKETS;
  return (['1m', '5m', '1h'] as const).find(fits) ?? '1d';
}

/** Series with its overall figures. */
export interface Series {
  /** Value of the grouping label; empty without grouping. */
  readonly label: string;
  /** Values at the times of all series: a number; null in a gap; undefined where the line continues. */
  readonly values: readonly (number | null | undefined)[];
  readonly last: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export interface AlignedSeries {
  /** Times in seconds, ascending: times with a value in any series, and one within each gap. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

/** Buckets without a value, or usual distances between two values, that a line bridges: senders are irregular, and may be slow. */
const BRIDGED = 3;

/** Aligns series to common times for the chart and the table. */
export function align(result: MetricResult, groupBy: MetricsAddress['groupBy'], step: BucketWidth): AlignedSeries {
  const width = SECONDS[step];
  const maps = result.data.map(
    ({ values }) => new Map(values.map(({ timestamp, value }) => [Date.parse(timestamp) / 1000, value])),
  );
  const bridged = BRIDGED * Math.max(width, usualDistance(maps));
  const held = [...new Set(maps.flatMap((map) => [...map.keys()]))].sort((a, b) => a - b);
  const times = held.flatMap((time, n) => {
    const next = held[n + 1];
    return next !== undefined && next - time > bridged ? [time, time + width] : [time];
  });
  const series = result.data.map(({ labels }, n): Series => {
    const map = maps[n] ?? new Map<number, number>();
    const numbers = [...map.values()];
    return {
      label: groupBy === undefined ? '' : (labels[groupBy] ?? ''),
      values: valuesAt(times, map, bridged),
      last: numbers.at(-1),
      min: numbers.length === 0 ? undefined : numbers.reduce((a, b) => Math.min(a, b)),
      max: numbers.length === 0 ? undefined : numbers.reduce((a, b) => Math.max(a, b)),
    };
  });
  return { times, series };
}

/** Returns the usual distance between two values of a series, in seconds; 0 if no series has two values. */
function usualDistance(maps: readonly ReadonlyMap<number, number>[]): number {
  const distances = maps.flatMap((map) => {
    const held = [...map.keys()].sort((a, b) => a - b);
    return held.slice(1).map((time, n) => time - (held[n] ?? time));
  });
  return distances.sort((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 0;
}

/** @param bridged seconds between two values that the line bridges */
function valuesAt(
  times: readonly number[],
  map: ReadonlyMap<number, number>,
  bridged: number,
): (number | null | undefined)[] {
  const values = times.map((time): number | null | undefined => map.get(time) ?? null);
  let before: number | undefined;
  for (const [n, time] of times.entries()) {
    if (!map.has(time)) continue;
    if (before !== undefined && time - (times[before] ?? 0) <= bridged) values.fill(undefined, before + 1, n);
    before = n;
  }
  return values;
}

const SIGNIFICANT = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 });
const SCIENTIFIC = new Intl.NumberFormat('en', { notation: 'scientific', maximumSignificantDigits: 4 });

/** Formats a value of a metric, whose unit is unknown: `12,345`, `0.00123`, `1.2E12`. */
export function metricValue(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size >= 1e12 || size < 1e-4) ? SCIENTIFIC.format(value) : SIGNIFICANT.format(value);
}

const LARGE = ['k', 'M', 'G', 'T'] as const;

/** Formats a value for an axis, with few digits: `42.5G`. */
export function axisValue(value: number): string {
  const size = Math.abs(value);
  if (size < 10_000 || size >= 1e15) return metricValue(value);
  const power = Math.min(LARGE.length, Math.floor(Math.log10(size) / 3));
  return `${SIGNIFICANT.format(value / 1000 ** power)}${LARGE[power - 1] ?? ''}`;
}
