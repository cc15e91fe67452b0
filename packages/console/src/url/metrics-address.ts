import { addressForm, text, word } from './address-form';
import { RANGE } from './time-range';

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

const LABEL = 'label.';

export const METRICS = addressForm<MetricsAddress>('metrics', {
  name: text('name'),
  range: RANGE,
  aggregation: word('agg', AGGREGATIONS),
  step: word('step', STEPS),
  groupBy: text('by'),
  labels: {
    read: (parameters) => [
      ...new Map(
        [...parameters].flatMap(([name, value]): [string, string][] =>
          name.startsWith(LABEL) ? [[name.slice(LABEL.length), value]] : [],
        ),
      ),
    ],
    write: (labels) => labels.map(([label, value]) => [LABEL + label, value]),
  },
  hidden: {
    read: (parameters) => [...new Set(parameters.getAll('hide'))],
    write: (hidden) => hidden.map((value) => ['hide', value]),
  },
  view: word('view', METRIC_VIEWS),
});
