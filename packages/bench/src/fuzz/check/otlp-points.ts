import type { OtlpMessage } from '../input/otlp-message';
import { OtlpReader, Unclear } from './read-otlp';
import { pointKey, storedText, timedKey } from './text';

const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'];

/** Reader of an export of metrics. */
export const METRICS_READER = new OtlpReader(
  [
    ...['resourceMetrics', 'resource', 'scopeMetrics', 'metrics', 'name', ...KINDS, 'dataPoints', 'attributes'],
    ...['aggregationTemporality', 'flags', 'timeUnixNano', 'asDouble', 'asInt', 'count', 'sum', 'min', 'max'],
    ...['bucketCounts', 'explicitBounds', 'quantileValues', 'quantile', 'value', 'values', 'key', 'stringValue'],
    ...['boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
  ],
  { strict: true },
);

/** Value of an attribute: an integer beyond the exact range of a double is its digits, bytes are base64. */
type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

export interface ExpectedPoints {
  /** Stored points, by `timedKey`. */
  readonly points: readonly string[];
  /** Number of data points that cannot be stored. */
  readonly refused: number;
}

/** Limits in characters: name, labels, name and value of a label (contract: Metric points and series). */
const NAME = 255;
const LABELS = 64;
const LABEL_NAME = 255;
const LABEL_VALUE = 1000;
const DAY_MICROS = 86_400_000_000n;
/** Distance to the limit of a time within which the result depends on the clock. */
const CLOCK_MICROS = 120_000_000n;

const RESOURCE_LABELS = [
  'service.name',
  'service.namespace',
  'service.instance.id',
  'deployment.environment.name',
  'deployment.environment',
];

/** Returns the points that an export of metrics stores (contract: Metrics over OTLP). @throws Unclear */
export function expectedPoints(request: OtlpMessage): ExpectedPoints {
  const points: string[] = [];
  let refused = 0;
  for (const { metric, resource, kind, temporality, point } of sentPoints(request)) {
    // "No recorded value": skipped, not refused.
    if (Number(point['flags'] ?? 0) % 2 === 1) continue;
    const name = (metric['name'] as string | undefined) ?? '';
    const time = microsOf(point['timeUnixNano'] as bigint | undefined);
    const figures = kind === 'gauge' || kind === 'sum' ? numberOf(point) : figuresOf(point, kind);
    const labels = labelsOf(attributesOf(point), temporality, attributesOf(resource));
    if (figures === undefined || !isGoodTime(time) || !isWithinLimits(name, labels, figures)) {
      refused += 1;
      continue;
    }
    // `Object.fromEntries` also accepts a label called __proto__.
    const members = Object.fromEntries(labels);
    for (const [suffix, value] of figures) points.push(timedKey(pointKey(name + suffix, members, value), time));
  }
  return { points, refused };
}

const messages = (owner: OtlpMessage, name: string): readonly OtlpMessage[] =>
  (owner[name] ?? []) as readonly OtlpMessage[];

function sentPoints(request: OtlpMessage) {
  return messages(request, 'resourceMetrics').flatMap((ofResource) =>
    messages(ofResource, 'scopeMetrics')
      .flatMap((scope) => messages(scope, 'metrics'))
      .flatMap((metric) => {
        const kind = KINDS.find((name) => metric[name] !== undefined) ?? '';
        const data = (metric[kind] ?? {}) as OtlpMessage;
        const temporality = Number(data['aggregationTemporality'] ?? 0);
        const resource = (ofResource['resource'] ?? {}) as OtlpMessage;
        return messages(data, 'dataPoints').map((point) => ({ metric, resource, kind, temporality, point }));
      }),
  );
}

type Figures = readonly (readonly [suffix: string, value: number])[];

/** Returns the stored figures, each with the suffix of its name; undefined for a value that cannot be stored. */
function numberOf({ asInt, asDouble }: OtlpMessage): Figures | undefined {
  const value = asInt ?? asDouble;
  return value !== undefined && Number.isFinite(Number(value)) ? [['', Number(value)]] : undefined;
}

function figuresOf(point: OtlpMessage, kind: string): Figures | undefined {
  const { count = 0n, min, max, bucketCounts = [], explicitBounds = [] } = point;
  if ((count as bigint) < 0n) throw new Unclear('a negative count');
  const quantiles = messages(point, 'quantileValues')
    .map(({ quantile = 0, value = 0 }) => [quantile as number, value as number] as const)
    // NaN means that the quantile is unknown.
    .filter(([, value]) => !Number.isNaN(value));
  if (new Set(quantiles.map(([quantile]) => quantile)).size < quantiles.length) throw new Unclear('a quantile twice');
  const [counts, bounds] = [(bucketCounts as readonly bigint[]).length, (explicitBounds as readonly number[]).length];
  const fits = kind !== 'histogram' || counts === bounds + 1 || counts + bounds === 0;
  if (!fits || !quantiles.every(([quantile]) => quantile >= 0 && quantile <= 1)) return undefined;
  const all: readonly (readonly [string, unknown])[] = [
    ['.count', Number(count)],
    ['.sum', point['sum'] ?? (kind === 'summary' ? 0 : undefined)],
    ['.min', min],
    ['.max', max],
    ...quantiles.map(([quantile, value]) => [suffixOf(quantile), value] as const),
  ];
  const figures = all.flatMap(([suffix, value]) => (value === undefined ? [] : [[suffix, value as number] as const]));
  if (figures.some(([, value]) => !Number.isFinite(value))) return undefined;
  if (new Set(figures.map(([suffix]) => suffix)).size < figures.length) throw new Unclear('a figure twice');
  return figures;
}

/** Returns `.p50` for 0.5 and `.p99.9` for 0.999: it moves the digits by two places, because 0.57 * 100 is not 57. */
function suffixOf(quantile: number): string {
  if (quantile === 0) return '.min';
  if (quantile === 1) return '.max';
  const digits = /^0\.(\d{1,6})$/.exec(String(quantile))?.[1]?.padEnd(2, '0');
  if (digits === undefined) throw new Unclear('a quantile of many digits');
  const [whole, rest] = [digits.slice(0, 2).replace(/^0/, ''), digits.slice(2)];
  return `.p${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** Returns the attributes; of equal names the last value. */
function attributesOf(owner: OtlpMessage): ReadonlyMap<string, string> {
  return new Map(messages(owner, 'attributes').map((entry) => [keyOf(entry), textOf(plainOf(entry['value']))]));
}

const keyOf = ({ key = '' }: OtlpMessage): string => storedText(key as string);

function plainOf(any: unknown): PlainValue {
  const [value] = Object.values((any ?? {}) as OtlpMessage);
  if (value === undefined) return null;
  if (typeof value === 'string') return storedText(value);
  if (typeof value === 'boolean') return value;
  // An integer beyond the exact range of a double is its digits; other special values are their name.
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Buffer.isBuffer(value)) return value.toString('base64');
  const values = messages(value as OtlpMessage, 'values');
  if (!Object.hasOwn(any as object, 'kvlistValue')) return values.map(plainOf);
  // `__proto__` is an ordinary key.
  return Object.fromEntries(values.map((entry) => [keyOf(entry), plainOf(entry['value'])]));
}

/** Returns lists and objects as JSON, empty values as empty text. */
function textOf(value: PlainValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Labels = ReadonlyMap<string, string>;

/** Merges the attributes, then the temporality, then attributes of the resource; the first of equal names wins. */
function labelsOf(attributes: Labels, temporality: number, resource: Labels): Labels {
  const labels = new Map(attributes);
  const add = (name: string, text = ''): void => {
    if (!labels.has(name) && text !== '') labels.set(name, text);
  };
  add('temporality', ['', 'delta', 'cumulative'][temporality]);
  for (const name of RESOURCE_LABELS) add(name, resource.get(name));
  return labels;
}

/** Converts nanoseconds to microseconds; 0 for an invalid time. */
const microsOf = (nanos = 0n): bigint => (nanos > 0n ? nanos / 1000n : 0n);

function isGoodTime(time: bigint): boolean {
  const ahead = time - BigInt(Date.now()) * 1000n - DAY_MICROS;
  if (ahead > -CLOCK_MICROS && ahead < CLOCK_MICROS) throw new Unclear('a time at the limit');
  return time > 0n && ahead < 0n;
}

function isWithinLimits(name: string, labels: Labels, figures: Figures): boolean {
  const characters = (text: string): number => Array.from(text).length;
  const added = Math.max(...figures.map(([suffix]) => suffix.length));
  if (name === '' || characters(name) + added > NAME || labels.size > LABELS) return false;
  return [...labels].every(([key, text]) => characters(key) <= LABEL_NAME && characters(text) <= LABEL_VALUE);
}
