import type { AttributeValue, OtlpDataPoint, OtlpMetric } from '@sluice/decode';
import { POINT_LIMITS, isLonger } from '@sluice/record';
import type { MetricPoint, MetricRecord } from '@sluice/record';
import type { ListContext } from './context';
import { ListNormalizer } from './list-normalizer';

/** Number of distinct reasons in the response; further ones are only counted. */
const REASONS = 5;
const MAX_SHOWN_NAME = 100;

/**
 * Default attributes of a resource that become labels of its points: those that distinguish its series, and those that Claude Code
 * documents for cost allocation. Further labels would only make series longer.
 */
export const RESOURCE_LABELS: readonly string[] = [
  ...['service.name', 'service.namespace', 'service.instance.id'],
  ...['deployment.environment.name', 'deployment.environment'],
  ...['team.id', 'department', 'cost_center', 'organization.id'],
];

/** Inputs of the conversion of data points into records. */
export interface OtlpMetricContext extends ListContext {
  /** Attributes of a resource that become labels of its points. */
  readonly resourceLabels: readonly string[];
}

/** Labels by the value of AggregationTemporality. */
const TEMPORALITIES = [undefined, 'delta', 'cumulative'];

/**
 * Converts one OTLP metrics request, which may arrive in portions, into records (contract: OTLP). A number is one point under the name of
 * its metric. A histogram or summary is one point for each figure: `<name>.count`, `.sum`, `.min`, `.max`, and `.p50` and so on for
 * quantiles. Labels are the attributes as text, with those of the resource and the temporality. A data point whose name or labels exceed
 * their limits is refused, because with fewer labels it would be in another series.
 */
export class OtlpMetricNormalizer {
  readonly #points: ListNormalizer<'metric'>;
  readonly #resourceLabels: readonly string[];
  readonly #reasons: string[] = [];
  #refused = 0;
  /** Labels that the points of a metric share. */
  #shared: { readonly metric: OtlpMetric; readonly labels: ReadonlyMap<string, string> } | undefined;

  constructor(context: OtlpMetricContext) {
    this.#resourceLabels = context.resourceLabels;
    this.#points = new ListNormalizer('metric', context);
  }

  /** Returns the records that the next data points complete. */
  records(points: readonly OtlpDataPoint[]): readonly MetricRecord[] {
    return this.#points.records(points.flatMap((point) => this.#pointsOf(point)));
  }

  /** Returns the last record, or none, after the last data points. */
  rest(): readonly MetricRecord[] {
    return this.#points.rest();
  }

  /** Number of data points that were refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Reasons of the refusals: the first `REASONS`, without duplicates. */
  get reasons(): readonly string[] {
    return this.#reasons;
  }

  #pointsOf({ metric, attributes, time, measured }: OtlpDataPoint): MetricPoint[] {
    const labels = new Map(this.#sharedLabels(metric));
    for (const [name, value] of attributes) labels.set(name, textOf(value));
    const figures = figuresOf(measured);
    const fault = nameFault(metric.name, figures) ?? labelsFault(labels);
    if (fault !== undefined) {
      this.#refused++;
      this.#warn(`metric "${metric.name.slice(0, MAX_SHOWN_NAME)}": ${fault}`);
      return [];
    }
    return figures.map(([suffix, value]) => ({ name: metric.name + suffix, labels, value, timestamp: time }));
  }

  /** Adds a reason unless it is known: most points of one metric are refused for the same reason. */
  #warn(reason: string): void {
    if (this.#reasons.length < REASONS && !this.#reasons.includes(reason)) this.#reasons.push(reason);
  }

  #sharedLabels(metric: OtlpMetric): ReadonlyMap<string, string> {
    if (this.#shared?.metric !== metric) this.#shared = { metric, labels: labelsOf(metric, this.#resourceLabels) };
    return this.#shared.labels;
  }
}

function labelsOf({ resource, temporality }: OtlpMetric, names: readonly string[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const name of names) {
    const text = textOf(resource.attributes.get(name) ?? null);
    if (text !== '') labels.set(name, text);
  }
  const name = TEMPORALITIES[temporality];
  if (name !== undefined) labels.set('temporality', name);
  return labels;
}

/** Stored figures of a data point, each with the suffix of its name. */
type Figures = readonly (readonly [suffix: string, value: number])[];

function figuresOf(measured: OtlpDataPoint['measured']): Figures {
  if (typeof measured === 'number') return [['', measured]];
  const { count, sum, min, max, quantiles } = measured;
  // A summary has its least and greatest value as quantiles 0 and 1 (OTLP 1.11, SummaryDataPoint).
  const figures = new Map<string, number | undefined>([
    ['.count', count],
    ['.sum', sum],
    ['.min', min],
    ['.max', max],
  ]);
  for (const [quantile, value] of quantiles) figures.set(quantileSuffix(quantile), value);
  return [...figures].flatMap(([suffix, value]) => (value === undefined ? [] : [[suffix, value] as const]));
}

/** Suffix of a quantile: 0.5 is `.p50`, 0.999 is `.p99.9`; rounded, because 0.57 * 100 is not 57. */
function quantileSuffix(quantile: number): string {
  if (quantile === 0) return '.min';
  return quantile === 1 ? '.max' : `.p${Number((quantile * 100).toFixed(6))}`;
}

function nameFault(name: string, figures: Figures): string | undefined {
  const longest = Math.max(...figures.map(([suffix]) => suffix.length));
  if (name !== '' && !isLonger(name, POINT_LIMITS.name - longest)) return undefined;
  return `name must have 1 to ${POINT_LIMITS.name} characters${longest > 0 ? `, ${longest} of them for what is added` : ''}`;
}

function labelsFault(labels: ReadonlyMap<string, string>): string | undefined {
  const { labels: most, labelName, labelValue } = POINT_LIMITS;
  if (labels.size > most) return `a point must not have more than ${most} attributes, those of its resource included`;
  for (const [name, text] of labels) {
    if (isLonger(name, labelName) || isLonger(text, labelValue)) {
      const shown = name.slice(0, MAX_SHOWN_NAME);
      return `attribute "${shown}" must have a name of up to ${labelName} and a value of up to ${labelValue} characters`;
    }
  }
  return undefined;
}

/** Text of an attribute as label (OpenTelemetry, "AnyValue representation for non-OTLP protocols"). */
function textOf(value: AttributeValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
