import type { Choices } from './choices';
import { ownMicros } from './fuzz-input';
import { KEYS, LONG_STRINGS, TEXTS } from './interesting';
import { LABEL_NAMES } from './metrics';
import { type AnyValueDraft, type AttributeDrafts, anyValue, scalar } from './otlp-attributes';
import { sometimes } from './values';

/** An OTLP metrics request before it is written in one of its encodings. */
export interface OtlpMetricsDraft {
  readonly resources: readonly {
    readonly attributes: AttributeDrafts;
    readonly scopes: readonly { readonly name: string; readonly metrics: readonly MetricDraft[] }[];
  }[];
}

/** By the names of the kinds in JSON, and in the order of their fields in metrics.proto. */
export const METRIC_KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const;
export type MetricKind = (typeof METRIC_KINDS)[number];

export interface MetricDraft {
  readonly name: string;
  readonly unit: string;
  /** What it says that is not stored. */
  readonly description: string;
  readonly kind: MetricKind;
  /** Of a sum and of histograms. */
  readonly temporality: number;
  readonly points: readonly PointDraft[];
}

export interface PointDraft {
  readonly attributes: AttributeDrafts;
  /** Nanoseconds since the epoch. */
  readonly start: bigint;
  readonly time: bigint;
  readonly flags: number;
  /** Of a gauge or a sum; undefined: neither is sent. */
  readonly number: { readonly int: bigint } | { readonly double: number } | undefined;
  readonly count: bigint;
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly bucketCounts: readonly bigint[];
  readonly explicitBounds: readonly number[];
  readonly scale: number;
  readonly zeroCount: bigint;
  readonly buckets: { readonly offset: number; readonly counts: readonly bigint[] };
  readonly quantiles: readonly (readonly [quantile: number, value: number])[];
  readonly exemplars: readonly ExemplarDraft[];
  /** Whether JSON has members beside its own that only other kinds have, which are to be ignored. */
  readonly foreign: boolean;
}

export interface ExemplarDraft {
  readonly attributes: AttributeDrafts;
  readonly time: bigint;
  readonly value: number;
  readonly traceId: string;
  readonly spanId: string;
}

const NAMES = ['gen_ai.client.token.usage', 'gen_ai.client.operation.duration', 'http.requests', '__proto__', 'é 😀'];
const RESOURCE_KEYS = [
  'service.name',
  'service.namespace',
  'service.instance.id',
  'deployment.environment',
  'host.name',
];

/** Nanoseconds that are no time, long ago, or further ahead than any clock. */
const NANOS: readonly bigint[] = [
  0n,
  1n,
  999n,
  1000n,
  2n ** 53n + 1n,
  1_000_000_000_000_000_000n,
  7_258_118_399_999_999_999n,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
];
const INTS: readonly bigint[] = [0n, 1n, -1n, 42n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
const DOUBLES = [0, -0, 1, 0.1, -1.5, 123456789.125, 1e308, -1e308, 5e-324, 2 ** 53];
const NOT_FINITE = [NaN, Infinity, -Infinity];
const COUNTS: readonly bigint[] = [0n, 1n, 7n, 1000n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const QUANTILES = [0, 0.5, 0.9, 0.99, 0.999, 0.57, 0.05, 1];
/** Bit 0 says that there is no value; the others say nothing yet. */
const FLAGS = [0, 0, 0, 1, 2, 3, 2 ** 31, 2 ** 32 - 1];
/** UNSPECIFIED, DELTA, CUMULATIVE, and one that is not known. */
const TEMPORALITIES = [0, 1, 2, 3];
/** What the name of a histogram may have is less by the longest suffix: `.count`. */
const LONG_NAMES = [
  ...LONG_STRINGS.map((literal) => JSON.parse(literal) as string),
  'n'.repeat(249),
  'n'.repeat(250),
  '😀'.repeat(249),
  '😀'.repeat(250),
];
const LONG_TEXTS = LONG_STRINGS.map((literal) => JSON.parse(literal) as string);

/**
 * A request of up to a few resources, scopes and metrics. Most data points have a time that no other input has, by which
 * it can be told who stored what.
 */
export function otlpMetricsDraft(index: number, choices: Choices): OtlpMetricsDraft {
  let places = 0;
  const point = (): PointDraft => pointDraft(index, places++, choices);
  const metric = (): MetricDraft => ({
    name: name(choices),
    unit: choices.pick(['1', 'ms', '{token}', '']),
    description: choices.oneIn(4) ? choices.pick(TEXTS) : '',
    kind: choices.pick(METRIC_KINDS),
    temporality: choices.pick(TEMPORALITIES),
    points: choices.many(1, 3, point),
  });
  return {
    resources: choices.many(1, 2, () => ({
      attributes: choices.many(0, 3, () => [
        choices.oneIn(8) ? choices.pick(KEYS) : choices.pick(RESOURCE_KEYS),
        attributeValue(choices),
      ]),
      scopes: choices.many(1, 2, () => ({
        name: choices.oneIn(4) ? choices.pick(TEXTS) : 'scope',
        // A metric may have no points, and a scope no metrics.
        metrics: choices.many(0, 2, metric).map((each) => (choices.oneIn(20) ? { ...each, points: [] } : each)),
      })),
    })),
  };
}

function name(choices: Choices): string {
  if (choices.oneIn(15)) return choices.pick(LONG_NAMES);
  return choices.oneIn(10) ? choices.pick(TEXTS) : choices.pick(NAMES);
}

function pointDraft(index: number, place: number, choices: Choices): PointDraft {
  // Within its microsecond, so that a double of nanoseconds does not move it to another one.
  const time = choices.oneIn(15) ? choices.pick(NANOS) : ownMicros(index, choices.oneIn(15) ? 0 : place) * 1000n + 500n;
  const double = (): number => (choices.oneIn(15) ? choices.pick(NOT_FINITE) : choices.pick(DOUBLES));
  const bounds = choices.many(0, 3, (bound) => bound * 2.5);
  const fitting = bounds.length === 0 && choices.oneIn(2) ? 0 : bounds.length + 1;
  const counts = choices.oneIn(15) ? choices.below(6) : fitting;
  return {
    attributes: attributes(choices),
    start: choices.oneIn(3) ? choices.pick(NANOS) : time,
    time,
    flags: choices.oneIn(6) ? choices.pick(FLAGS) : 0,
    number: choices.oneIn(20)
      ? undefined
      : choices.oneIn(2)
        ? { int: choices.oneIn(3) ? choices.pick(INTS) : BigInt(choices.below(1000)) }
        : { double: double() },
    count: choices.oneIn(3) ? choices.pick(COUNTS) : BigInt(choices.below(100)),
    sum: sometimes(choices, 2, double),
    min: sometimes(choices, 3, double),
    max: sometimes(choices, 3, double),
    bucketCounts: Array.from({ length: counts }, () => choices.pick(COUNTS)),
    explicitBounds: bounds,
    scale: choices.pick([0, 1, -10, 20, 2 ** 31 - 1, -(2 ** 31)]),
    zeroCount: choices.pick(COUNTS),
    buckets: { offset: choices.pick([0, -5, 2 ** 31 - 1]), counts: choices.many(0, 3, () => choices.pick(COUNTS)) },
    quantiles: quantiles(choices, double),
    foreign: choices.oneIn(20),
    exemplars: choices.oneIn(5) ? choices.many(1, 2, () => exemplar(choices, double)) : [],
  };
}

/** Each quantile once. */
function quantiles(choices: Choices, double: () => number): (readonly [number, number])[] {
  const first = choices.below(QUANTILES.length);
  const taken = QUANTILES.slice(first, first + choices.below(5));
  const odd = choices.oneIn(20) ? [choices.pick([-0.1, 1.5, NaN, Infinity])] : [];
  return [...taken, ...odd].map((quantile) => [quantile, double()] as const);
}

function exemplar(choices: Choices, double: () => number): ExemplarDraft {
  return {
    attributes: choices.many(0, 1, () => [choices.pick(KEYS), anyValue(choices, 1)]),
    time: choices.pick(NANOS),
    value: double(),
    traceId: choices.pick(['0af7651916cd43dd8448eb211c80319c', '']),
    spanId: choices.pick(['b7ad6b7169203331', '00']),
  };
}

function attributes(choices: Choices): AttributeDrafts {
  const few = choices.many(0, 3, () => [key(choices), attributeValue(choices)] as const);
  if (!choices.oneIn(60)) return few;
  const many = Array.from({ length: choices.pick([61, 62, 63, 64, 65]) }, (_, n) => [`l${n}`, scalar('v')] as const);
  return [...few, ...many];
}

function key(choices: Choices): string {
  // Names that the resource or the kind of the metric gives a label too.
  if (choices.oneIn(10)) return choices.pick(['temporality', 'service.name']);
  return choices.oneIn(8) ? choices.pick(KEYS) : choices.pick(LABEL_NAMES);
}

function attributeValue(choices: Choices): AnyValueDraft {
  if (choices.oneIn(30)) return scalar(choices.pick(LONG_TEXTS));
  return choices.oneIn(5) ? anyValue(choices, 2) : scalar(`v${choices.below(8)}`);
}
