import { type QueryPart, readWord } from './query';
import { readRange } from './time-range';

/** Aggregation of the points of a bucket, as in the API. */
export const AGGREGATIONS = ['avg', 'sum', 'min', 'max', 'last', 'p50', 'p90', 'p99'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Widths of a bucket; `auto` depends on the time range. */
export const STEPS = ['auto', '1m', '5m', '1h', '1d'] as const;
export type Step = (typeof STEPS)[number];

export const METRIC_VIEWS = ['chart', 'table'] as const;
export type MetricView = (typeof METRIC_VIEWS)[number];

/** Address of the series of a metric. */
export interface MetricsAddress {
  readonly page: 'metrics';
  readonly name: string | undefined;
  readonly range: string;
  readonly aggregation: Aggregation;
  readonly step: Step;
  readonly groupBy: string | undefined;
  /** Labels that points must have, without duplicates. */
  readonly labels: readonly (readonly [label: string, value: string])[];
  /** Values of the grouping label whose series are hidden. */
  readonly hidden: readonly string[];
  readonly view: MetricView;
}

declare module './address' {
  interface Addresses {
    readonly metrics: MetricsAddress;
  }
}

export const DEFAULT_METRICS: MetricsAddress = {
  page: 'metrics',
  name: undefined,
  range: '1h',
  aggregation: 'avg',
  step: 'auto',
  groupBy: undefined,
  labels: [],
  hidden: [],
  view: 'chart',
};

const LABEL = 'label.';

export function readMetrics(parameters: URLSearchParams): MetricsAddress {
  const labels = [...parameters].flatMap(([name, value]): [string, string][] =>
    name.startsWith(LABEL) ? [[name.slice(LABEL.length), value]] : [],
  );
  return {
    page: 'metrics',
    name: parameters.get('name') ?? undefined,
    range: readRange(parameters, DEFAULT_METRICS.range),
    aggregation: readWord(parameters.get('agg'), AGGREGATIONS),
    step: readWord(parameters.get('step'), STEPS),
    groupBy: parameters.get('by') ?? undefined,
    labels: [...new Map(labels)],
    hidden: [...new Set(parameters.getAll('hide'))],
    view: readWord(parameters.get('view'), METRIC_VIEWS),
  };
}

export function writeMetrics(address: MetricsAddress): readonly QueryPart[] {
  return [
    ['name', address.name],
    ['range', address.range, DEFAULT_METRICS.range],
    ['agg', address.aggregation, DEFAULT_METRICS.aggregation],
    ['step', address.step, DEFAULT_METRICS.step],
    ['by', address.groupBy],
    ...address.labels.map(([label, value]): QueryPart => [LABEL + label, value]),
    ...address.hidden.map((value): QueryPart => ['hide', value]),
    ['view', address.view, DEFAULT_METRICS.view],
  ];
}
