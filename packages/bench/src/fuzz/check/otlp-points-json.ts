import { type PlainAttributes, type PlainDistribution, type PlainPoint, type PlainValue, Unclear } from './otlp-points';
import { storedText } from './text';

type Members = Readonly<Record<string, unknown>>;

const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const;
const TEMPORALITIES = ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'];
/** Deeper values are kept in another form. */
const DEEPEST = 60;

/**
 * The data points of an ExportMetricsServiceRequest in JSON, member names in one of their two spellings.
 * @throws Unclear for whatever an exporter would not write
 */
export function* jsonPoints(body: unknown): Generator<PlainPoint> {
  for (const resourceMetrics of objects(member(objectOf(body), 'resourceMetrics'))) {
    const resource = attributesOf(objectOf(resourceMetrics['resource'] ?? {}));
    for (const scopeMetrics of objects(member(resourceMetrics, 'scopeMetrics'))) {
      for (const metric of objects(member(scopeMetrics, 'metrics'))) yield* pointsOf(metric, resource);
    }
  }
}

function* pointsOf(metric: Members, resource: PlainAttributes): Generator<PlainPoint> {
  const kinds = KINDS.filter((kind) => isSaid(member(metric, kind)));
  const [kind] = kinds;
  if (kind === undefined) return;
  if (kinds.length > 1) throw new Unclear('a metric of two kinds');
  const data = objectOf(member(metric, kind));
  const name = metric['name'] ?? '';
  if (typeof name !== 'string') throw new Unclear('a name');
  const temporality = temporalityOf(member(data, 'aggregationTemporality'));
  for (const point of objects(member(data, 'dataPoints'))) {
    const isNumber = kind === 'gauge' || kind === 'sum';
    yield {
      name,
      temporality,
      resource,
      attributes: attributesOf(point),
      flags: flagsOf(point['flags']),
      time: microsOf(member(point, 'timeUnixNano')),
      measured: isNumber ? numberOf(point) : distributionOf(point, kind),
    };
  }
}

function numberOf(point: Members): number | undefined {
  const [asDouble, asInt] = [member(point, 'asDouble'), member(point, 'asInt')];
  if (isSaid(asDouble) && isSaid(asInt)) throw new Unclear('two values');
  const int = integer(asInt);
  return int === undefined ? double(asDouble) : Number(int);
}

function distributionOf(point: Members, kind: (typeof KINDS)[number]): PlainDistribution {
  const count = integer(point['count']) ?? 0n;
  if (count < 0n) throw new Unclear('a negative count');
  // A member of another kind is one that is not known.
  const isSummary = kind === 'summary';
  const sizes = (name: string): number => listOf(member(point, name)).length;
  return {
    count: Number(count),
    sum: double(point['sum']) ?? (isSummary ? 0 : undefined),
    min: isSummary ? undefined : double(point['min']),
    max: isSummary ? undefined : double(point['max']),
    buckets: kind === 'histogram' ? { counts: sizes('bucketCounts'), bounds: sizes('explicitBounds') } : undefined,
    quantiles: objects(isSummary ? member(point, 'quantileValues') : undefined).map(
      // JSON.stringify writes null for NaN.
      ({ quantile, value }) => [double(quantile) ?? 0, value === null ? NaN : (double(value) ?? 0)] as const,
    ),
  };
}

function attributesOf(owner: Members): PlainAttributes {
  return new Map(entriesOf(owner['attributes'], 0));
}

/** A list of KeyValue. */
function entriesOf(value: unknown, depth: number): readonly (readonly [string, PlainValue])[] {
  return objects(value).map((entry) => {
    const { key } = entry;
    if (typeof key !== 'string') throw new Unclear('a key');
    // Also within the JSON that a list becomes.
    return [storedText(key), anyValue(objectOf(entry['value']), depth)] as const;
  });
}

function anyValue(any: Members, depth: number): PlainValue {
  const said = Object.entries(any);
  const [name, value] = said[0] ?? [undefined, null];
  if (name === undefined) return null;
  if (said.length > 1 || depth > DEEPEST) throw new Unclear('a value');
  switch (name.replace(/_value$/, 'Value')) {
    case 'stringValue':
      if (typeof value === 'string') return storedText(value);
      break;
    case 'boolValue':
      if (typeof value === 'boolean') return value;
      break;
    case 'intValue': {
      const int = integer(value);
      if (int !== undefined) return plainInteger(int);
      break;
    }
    case 'doubleValue': {
      const number = double(value);
      if (number !== undefined) return Number.isFinite(number) ? number : String(number);
      break;
    }
    case 'arrayValue':
      return objects(objectOf(value)['values']).map((item) => anyValue(item, depth + 1));
    case 'kvlistValue':
      return plainObject(entriesOf(objectOf(value)['values'], depth + 1));
    case 'bytesValue':
      if (typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value) return value;
      break;
  }
  throw new Unclear(name);
}

/** What a double cannot hold is its digits. */
export function plainInteger(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Of a key that is there twice the last value; `__proto__` is a key like others. */
export function plainObject(entries: readonly (readonly [string, PlainValue])[]): PlainValue {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, PlainValue>;
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

/** By its name in camel case, or in snake case. */
function member(owner: Members, camel: string): unknown {
  const [value, snake] = [owner[camel], owner[camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]];
  if (/[A-Z]/.test(camel) && isSaid(value) && isSaid(snake)) throw new Unclear(`${camel} in both spellings`);
  return value ?? snake;
}

function objectOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unclear('no object');
  return value as Members;
}

function listOf(value: unknown): readonly unknown[] {
  if (!isSaid(value)) return [];
  if (!Array.isArray(value)) throw new Unclear('no list');
  return value;
}

const objects = (value: unknown): readonly Members[] => listOf(value).map(objectOf);

function double(value: unknown): number | undefined {
  if (!isSaid(value)) return undefined;
  if (typeof value === 'number') return value;
  const isNumber = typeof value === 'string' && /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|NaN|-?Infinity)$/.test(value);
  if (!isNumber) throw new Unclear('no number');
  return Number(value);
}

/** A number, its digits, or both halves of it. */
function integer(value: unknown): bigint | undefined {
  if (!isSaid(value)) return undefined;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^(0|-?[1-9]\d{0,19})$/.test(value)) return BigInt(value);
  const { low, high, ...more } = objectOf(value);
  const isHalf = (half: unknown): half is number => Number.isInteger(half) && Math.abs(half as number) <= 2 ** 31;
  if (!isHalf(low) || !isHalf(high) || Object.keys(more).length > 0) throw new Unclear('no integer');
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt.asUintN(32, BigInt(low)));
}

/** An uint32. */
function flagsOf(value: unknown): number {
  const flags = integer(value) ?? 0n;
  if (flags < 0n || flags >= 2n ** 32n) throw new Unclear('flags');
  return Number(flags);
}

/** Of nanoseconds; 0 for what is no time. */
function microsOf(value: unknown): bigint {
  const nanos = integer(value) ?? 0n;
  return nanos > 0n ? nanos / 1000n : 0n;
}

function temporalityOf(value: unknown): number {
  if (!isSaid(value)) return 0;
  if (typeof value === 'number' && [0, 1, 2, 3].includes(value)) return value;
  const at = TEMPORALITIES.findIndex((name) => value === name || value === `AGGREGATION_TEMPORALITY_${name}`);
  if (at === -1) throw new Unclear('a temporality');
  return at;
}
