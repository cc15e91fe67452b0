import type { Choices } from './choices';
import { type Draft, type FuzzContext, ownMicros } from './fuzz-input';
import { KEYS, LONG_STRINGS, NANOS, TEXTS } from './edge-values';
import { LABEL_NAMES } from './metrics';
import { anyValue, attribute, scalar } from './otlp-attributes';
import { type OtlpEncoding, type OtlpMessage, otlpDraft } from './otlp-message';
import { sometimes } from './values';

/** Kinds in the order of their fields in metrics.proto. */
const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const;
type Kind = (typeof KINDS)[number];

const EXTREMES = { min: '-7', max: '"none"' };
const BUCKETS = { bucketCounts: '"none"', explicitBounds: '7' };
const QUANTILE_VALUES = { quantileValues: '[{"quantile":0.25,"value":7}]' };
/** Members that only other kinds have: the product has to ignore them. */
const FOREIGN: Readonly<Record<Kind, OtlpMessage>> = {
  gauge: { ...EXTREMES, ...BUCKETS, ...QUANTILE_VALUES },
  sum: { ...EXTREMES, ...BUCKETS, ...QUANTILE_VALUES },
  histogram: QUANTILE_VALUES,
  exponentialHistogram: { ...BUCKETS, ...QUANTILE_VALUES },
  summary: { ...EXTREMES, ...BUCKETS },
};

/** Average number of exports for one of logs among those of metrics. */
const LOGS_ONE_IN = 20;

const NAMES = ['gen_ai.client.token.usage', 'gen_ai.client.operation.duration', 'http.requests', '__proto__', 'é 😀'];
const RESOURCE_KEYS = 'service.name service.namespace service.instance.id deployment.environment host.name'.split(' ');
const INTS: readonly bigint[] = [0n, 1n, -1n, 42n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
const DOUBLES = [0, -0, 1, 0.1, -1.5, 123456789.125, 1e308, -1e308, 5e-324, 2 ** 53];
const NOT_FINITE = [NaN, Infinity, -Infinity];
const COUNTS: readonly bigint[] = [0n, 1n, 7n, 1000n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const QUANTILES = [0, 0.5, 0.9, 0.99, 0.999, 0.57, 0.05, 1];
/** Bit 0 means "no recorded value"; the others have no meaning yet. */
const FLAGS = [0, 0, 0, 1, 2, 3, 2 ** 31, 2 ** 32 - 1];
/** UNSPECIFIED, DELTA, CUMULATIVE, and an unknown value. */
const TEMPORALITIES = [0, 1, 2, 3];
const LONG_TEXTS = LONG_STRINGS.map((literal) => JSON.parse(literal) as string);
/** The limit for the name of a histogram is less by the longest suffix: `.count`. */
const LONG_NAMES = [...LONG_TEXTS, 'n'.repeat(249), 'n'.repeat(250), '😀'.repeat(249), '😀'.repeat(250)];

/**
 * Makes an export of a few resources, scopes and metrics; sometimes an export of logs. Most data points have a time that no other input
 * has: it names the input that stored them.
 */
export function pointsDraft(_: FuzzContext, index: number, choices: Choices, encoding: OtlpEncoding): Draft {
  if (choices.oneIn(LOGS_ONE_IN)) return otlpDraft('logs', encoding, logs(choices), choices);
  let places = 0;
  const metric = (): OtlpMessage => {
    const kind = choices.pick(KINDS);
    // A metric may have no points, and a scope no metrics.
    const dataPoints = choices.many(choices.oneIn(20) ? 0 : 1, 3, () => dataPoint(kind, index, places++, choices));
    const hasTemporality = kind !== 'gauge' && kind !== 'summary';
    return {
      name: name(choices),
      description: choices.oneIn(4) ? choices.pick(TEXTS) : undefined,
      unit: choices.pick(['1', 'ms', '{token}', '']),
      [kind]: {
        dataPoints,
        aggregationTemporality: hasTemporality ? choices.pick(TEMPORALITIES) : undefined,
        isMonotonic: kind === 'sum' ? true : undefined,
      },
    };
  };
  const resourceMetrics = choices.many(1, 2, () => ({
    resource: {
      attributes: choices.many(0, 3, () =>
        attribute(choices.oneIn(8) ? choices.pick(KEYS) : choices.pick(RESOURCE_KEYS), attributeValue(choices)),
      ),
    },
    scopeMetrics: choices.many(1, 2, () => ({
      scope: { name: choices.oneIn(4) ? choices.pick(TEXTS) : 'scope' },
      metrics: choices.many(0, 2, metric),
    })),
  }));
  return { ...otlpDraft('metrics', encoding, { resourceMetrics }, choices), twice: choices.oneIn(10) };
}

/** Makes log records; the product only counts them. */
function logs(choices: Choices): OtlpMessage {
  const logRecord = (): OtlpMessage => ({
    timeUnixNano: choices.pick([1_795_168_800_000_000_000n, 0n, 2n ** 64n - 1n]),
    severityNumber: choices.pick([9, 17, 0, 25]),
    body: { stringValue: choices.pick(TEXTS) },
    attributes: choices.many(0, 2, () => attribute('k', anyValue(choices, 2))),
  });
  const scopeLogs = (): OtlpMessage => ({ logRecords: choices.many(0, 3, logRecord) });
  return { resourceLogs: choices.many(0, 2, () => ({ resource: {}, scopeLogs: choices.many(0, 2, scopeLogs) })) };
}

function name(choices: Choices): string {
  if (choices.oneIn(15)) return choices.pick(LONG_NAMES);
  return choices.oneIn(10) ? choices.pick(TEXTS) : choices.pick(NAMES);
}

function dataPoint(kind: Kind, index: number, n: number, choices: Choices): OtlpMessage {
  // Within its microsecond, so that a double of nanoseconds does not round it to another one.
  const time = choices.oneIn(15) ? choices.pick(NANOS) : ownMicros(index, choices.oneIn(15) ? 0 : n) * 1000n + 500n;
  const isNumber = kind === 'gauge' || kind === 'sum';
  const measured = isNumber ? numberOf(choices) : distributionOf(kind, choices);
  return {
    attributes: attributes(choices),
    startTimeUnixNano: choices.oneIn(3) ? choices.pick(NANOS) : time,
    timeUnixNano: time,
    flags: choices.oneIn(6) ? choices.pick(FLAGS) : undefined,
    ...(choices.oneIn(20) ? FOREIGN[kind] : {}),
    ...measured,
    exemplars: kind === 'summary' || !choices.oneIn(5) ? undefined : choices.many(1, 2, () => exemplar(choices)),
  };
}

const double = (choices: Choices): number => (choices.oneIn(15) ? choices.pick(NOT_FINITE) : choices.pick(DOUBLES));

function numberOf(choices: Choices): OtlpMessage {
  if (choices.oneIn(20)) return {};
  if (choices.oneIn(2)) return { asDouble: double(choices) };
  return { asInt: choices.oneIn(3) ? choices.pick(INTS) : BigInt(choices.below(1000)) };
}

function distributionOf(kind: Kind, choices: Choices): OtlpMessage {
  const counts = (most: number): bigint[] => choices.many(0, most, () => choices.pick(COUNTS));
  const shared = {
    count: choices.oneIn(3) ? choices.pick(COUNTS) : BigInt(choices.below(100)),
    sum: sometimes(choices, 2, () => double(choices)),
  };
  if (kind === 'summary') return { ...shared, quantileValues: quantiles(choices) };
  const extremes = {
    min: sometimes(choices, 3, () => double(choices)),
    max: sometimes(choices, 3, () => double(choices)),
  };
  if (kind === 'histogram') {
    const explicitBounds = choices.many(0, 3, (bound) => bound * 2.5);
    const fitting = explicitBounds.length === 0 && choices.oneIn(2) ? 0 : explicitBounds.length + 1;
    const length = choices.oneIn(15) ? choices.below(6) : fitting;
    const bucketCounts = Array.from({ length }, () => choices.pick(COUNTS));
    return { ...shared, ...extremes, bucketCounts, explicitBounds };
  }
  const buckets = { offset: choices.pick([0, -5, 2 ** 31 - 1]), bucketCounts: counts(3) };
  return {
    ...shared,
    ...extremes,
    scale: choices.pick([0, 1, -10, 20, 2 ** 31 - 1, -(2 ** 31)]),
    zeroCount: choices.pick(COUNTS),
    positive: buckets,
    negative: buckets,
    zeroThreshold: sometimes(choices, 3, () => 0.5),
  };
}

/** Makes quantiles, each at most once. */
function quantiles(choices: Choices): OtlpMessage[] {
  const first = choices.below(QUANTILES.length);
  const taken = QUANTILES.slice(first, first + choices.below(5));
  const odd = choices.oneIn(20) ? [choices.pick([-0.1, 1.5, NaN, Infinity])] : [];
  return [...taken, ...odd].map((quantile) => ({ quantile, value: double(choices) }));
}

function exemplar(choices: Choices): OtlpMessage {
  return {
    timeUnixNano: choices.pick(NANOS),
    asDouble: double(choices),
    spanId: Buffer.from(choices.pick(['b7ad6b7169203331', '00']), 'hex'),
    traceId: Buffer.from(choices.pick(['0af7651916cd43dd8448eb211c80319c', '']), 'hex'),
    filteredAttributes: choices.many(0, 1, () => attribute(choices.pick(KEYS), anyValue(choices, 1))),
  };
}

function attributes(choices: Choices): OtlpMessage[] {
  const few = choices.many(0, 3, () => attribute(key(choices), attributeValue(choices)));
  if (!choices.oneIn(60)) return few;
  const length = choices.pick([61, 62, 63, 64, 65]);
  return [...few, ...Array.from({ length }, (_, n) => attribute(`l${n}`, scalar('v')))];
}

function key(choices: Choices): string {
  // Names of labels that the resource or the kind of the metric adds as well.
  if (choices.oneIn(10)) return choices.pick(['temporality', 'service.name']);
  return choices.oneIn(8) ? choices.pick(KEYS) : choices.pick(LABEL_NAMES);
}

function attributeValue(choices: Choices): OtlpMessage {
  if (choices.oneIn(30)) return scalar(choices.pick(LONG_TEXTS));
  return choices.oneIn(5) ? anyValue(choices, 2) : scalar(`v${choices.below(8)}`);
}
