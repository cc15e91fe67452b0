import { pointKey, timedKey } from './point-keys';

/** Thrown where a body is read for which the rules do not say what it means: what it stores is the product's to say. */
export class Unclear extends Error {}

/** A value of an attribute: an integer that a double cannot hold is its digits, bytes are base64. */
export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };
/** Of a name that is sent twice the last value. */
export type PlainAttributes = ReadonlyMap<string, PlainValue>;

/** A data point as a body has it, before anything is said about whether it can be stored. */
export interface PlainPoint {
  readonly name: string;
  readonly temporality: number;
  readonly resource: PlainAttributes;
  readonly attributes: PlainAttributes;
  readonly flags: number;
  /** Whole microseconds since the epoch. */
  readonly time: bigint;
  /** A number, undefined where none was sent; of a histogram or summary what it says. */
  readonly measured: number | undefined | PlainDistribution;
}

export interface PlainDistribution {
  readonly count: number;
  readonly sum: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Of a histogram with explicit bounds: how many there are of each. */
  readonly buckets: { readonly counts: number; readonly bounds: number } | undefined;
  readonly quantiles: readonly (readonly [quantile: number, value: number])[];
}

export interface ExpectedPoints {
  /** What is stored, by `timedKey`. */
  readonly points: readonly string[];
  /** Data points that cannot be stored. */
  readonly refused: number;
}

/** Limits: name, labels, name and value of a label, in characters (contract: Metric points and series). */
const NAME = 255;
const LABELS = 64;
const LABEL_NAME = 255;
const LABEL_VALUE = 1000;
const DAY_MICROS = 86_400_000_000n;
/** So near to the limit of a time, the clock decides. */
const CLOCK_MICROS = 120_000_000n;

const RESOURCE_LABELS = [
  'service.name',
  'service.namespace',
  'service.instance.id',
  'deployment.environment.name',
  'deployment.environment',
];

/** What is stored of data points (contract: OTLP, Metrics). @throws Unclear */
export function expectedPoints(sent: Iterable<PlainPoint>): ExpectedPoints {
  const points: string[] = [];
  let refused = 0;
  for (const point of sent) {
    // "No recorded value": skipped, and no refusal.
    if (point.flags % 2 === 1) continue;
    const figures = figuresOf(point.measured);
    const labels = labelsOf(point);
    if (figures === undefined || !hasGoodTime(point) || !isWithinLimits(point.name, labels, figures)) {
      refused += 1;
      continue;
    }
    // By entries: a label may be called __proto__.
    const members = Object.fromEntries(labels);
    for (const [suffix, value] of figures) {
      points.push(timedKey(pointKey(point.name + suffix, members, value), point.time));
    }
  }
  return { points, refused };
}

type Figures = readonly (readonly [suffix: string, value: number])[];

/** The figures that are stored, each with what is added to the name; undefined for what cannot be stored. */
function figuresOf(measured: PlainPoint['measured']): Figures | undefined {
  if (typeof measured === 'number') return Number.isFinite(measured) ? [['', measured]] : undefined;
  if (measured === undefined) return undefined;
  const { count, sum, min, max, buckets } = measured;
  // NaN: nothing is known of it.
  const quantiles = measured.quantiles.filter(([, value]) => !Number.isNaN(value));
  if (new Set(quantiles.map(([quantile]) => quantile)).size < quantiles.length) throw new Unclear('a quantile twice');
  const fits = buckets === undefined || buckets.counts === buckets.bounds + 1 || buckets.counts + buckets.bounds === 0;
  const isGood = ([quantile]: readonly [number, number]): boolean => quantile >= 0 && quantile <= 1;
  if (!fits || !quantiles.every(isGood)) return undefined;
  const all: readonly (readonly [string, number | undefined])[] = [
    ['.count', count],
    ['.sum', sum],
    ['.min', min],
    ['.max', max],
    ...quantiles.map(([quantile, value]) => [suffixOf(quantile), value] as const),
  ];
  const figures = all.flatMap(([suffix, value]) => (value === undefined ? [] : [[suffix, value] as const]));
  if (figures.some(([, value]) => !Number.isFinite(value))) return undefined;
  if (new Set(figures.map(([suffix]) => suffix)).size < figures.length) throw new Unclear('a figure twice');
  return figures;
}

/** 0.5 is `.p50`, 0.999 is `.p99.9`: the digits moved by two places, because 0.57 * 100 is not 57. */
function suffixOf(quantile: number): string {
  if (quantile === 0) return '.min';
  if (quantile === 1) return '.max';
  const digits = /^0\.(\d{1,6})$/.exec(String(quantile))?.[1]?.padEnd(2, '0');
  if (digits === undefined) throw new Unclear('a quantile of many digits');
  const [whole, rest] = [digits.slice(0, 2).replace(/^0/, ''), digits.slice(2)];
  return `.p${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** The attributes, then the temporality, then those of the resource; the first of equal names wins. */
function labelsOf({ attributes, temporality, resource }: PlainPoint): ReadonlyMap<string, string> {
  const labels = new Map([...attributes].map(([name, value]) => [name, textOf(value)] as const));
  const add = (name: string, text: string | undefined): void => {
    if (!labels.has(name) && text !== undefined && text !== '') labels.set(name, text);
  };
  add('temporality', ['', 'delta', 'cumulative'][temporality]);
  for (const name of RESOURCE_LABELS) add(name, textOf(resource.get(name) ?? null));
  return labels;
}

/** Lists and objects as JSON, empty values as empty text. */
function textOf(value: PlainValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function hasGoodTime({ time }: PlainPoint): boolean {
  const ahead = time - BigInt(Date.now()) * 1000n - DAY_MICROS;
  if (ahead > -CLOCK_MICROS && ahead < CLOCK_MICROS) throw new Unclear('a time at the limit');
  return time > 0n && ahead < 0n;
}

function isWithinLimits(name: string, labels: ReadonlyMap<string, string>, figures: Figures): boolean {
  const characters = (text: string): number => Array.from(text).length;
  const added = Math.max(...figures.map(([suffix]) => suffix.length));
  if (name === '' || characters(name) + added > NAME || labels.size > LABELS) return false;
  return [...labels].every(([key, text]) => characters(key) <= LABEL_NAME && characters(text) <= LABEL_VALUE);
}
