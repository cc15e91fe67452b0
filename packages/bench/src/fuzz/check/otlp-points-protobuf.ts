import { type PlainAttributes, type PlainDistribution, type PlainPoint, type PlainValue, Unclear } from './otlp-points';
import { plainInteger, plainObject } from './otlp-points-json';
import { type WireField, readFields } from './read-protobuf';

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Fields of a message by their numbers, in the order sent. */
type Fields = ReadonlyMap<number, readonly WireField[]>;

const NUMBER = { attributes: 7, flags: 8 };
/** By the field of `Metric`: where its points have what they have at different places (OTLP 1.11, metrics.proto). */
const LAYOUTS = new Map<
  number,
  { attributes: number; flags: number; min?: number; buckets?: true; quantiles?: number }
>([
  [5, NUMBER],
  [7, NUMBER],
  [9, { attributes: 9, flags: 10, min: 11, buckets: true }],
  [10, { attributes: 1, flags: 10, min: 12 }],
  [11, { attributes: 7, flags: 8, quantiles: 6 }],
]);
const DEEPEST = 60;

/**
 * The data points of an ExportMetricsServiceRequest in protobuf.
 * @throws Unclear for whatever an exporter would not write, RangeError for bytes that are no message
 */
export function* protobufPoints(body: Buffer): Generator<PlainPoint> {
  for (const resourceMetrics of messages(fieldsOf(body), 1)) {
    const attributes = attributesOf(single(resourceMetrics, 1), 1);
    for (const scopeMetrics of messages(resourceMetrics, 2)) {
      for (const metric of messages(scopeMetrics, 2)) yield* pointsOf(metric, attributes);
    }
  }
}

function* pointsOf(metric: Fields, resource: PlainAttributes): Generator<PlainPoint> {
  // Of a Span and a LogRecord these are no texts.
  const name = last(metric, 1, BYTES)?.toString('utf8') ?? '';
  last(metric, 8, BYTES);
  const kinds = [...LAYOUTS].filter(([number]) => metric.has(number));
  const [found] = kinds;
  if (found === undefined) return;
  if (kinds.length > 1) throw new Unclear('a metric of two kinds');
  const [kind, layout] = found;
  const data = single(metric, kind);
  const isNumber = layout === NUMBER;
  const temporality = kind === 5 || kind === 11 ? 0n : (last(data, 2, VARINT) ?? 0n);
  if (temporality > 3n || ((kind === 5 || kind === 11) && data.has(2))) throw new Unclear('a temporality');
  for (const point of messages(data, 1)) {
    yield {
      name,
      temporality: Number(temporality),
      resource,
      attributes: attributesOf(point, layout.attributes),
      flags: Number(BigInt.asUintN(32, last(point, layout.flags, VARINT) ?? 0n)),
      time: (last(point, 3, FIXED64) ?? 0n) / 1000n,
      measured: isNumber ? numberOf(point) : distributionOf(point, layout),
    };
  }
}

function numberOf(point: Fields): number | undefined {
  const [double, int] = [doubleOf(point, 4), last(point, 6, FIXED64)];
  if (double !== undefined && int !== undefined) throw new Unclear('two values');
  return int === undefined ? double : Number(BigInt.asIntN(64, int));
}

function distributionOf(
  point: Fields,
  { min, buckets, quantiles }: { readonly min?: number; readonly buckets?: true; readonly quantiles?: number },
): PlainDistribution {
  return {
    count: Number(last(point, 4, FIXED64) ?? 0n),
    sum: doubleOf(point, 5) ?? (quantiles === undefined ? undefined : 0),
    min: min === undefined ? undefined : doubleOf(point, min),
    max: min === undefined ? undefined : doubleOf(point, min + 1),
    buckets: buckets && { counts: entries(point, 6), bounds: entries(point, 7) },
    quantiles:
      quantiles === undefined
        ? []
        : messages(point, quantiles).map((each) => [doubleOf(each, 1) ?? 0, doubleOf(each, 2) ?? 0] as const),
  };
}

/** How many entries a list of numbers of eight bytes has, packed or not. */
function entries(point: Fields, number: number): number {
  return (point.get(number) ?? []).reduce((sum, { wireType, value }) => {
    if (wireType === FIXED64) return sum + 1;
    if (!Buffer.isBuffer(value) || value.length % 8 !== 0) throw new Unclear('no list of numbers');
    return sum + value.length / 8;
  }, 0);
}

function attributesOf(owner: Fields, number: number): PlainAttributes {
  return new Map(messages(owner, number).map((entry) => keyValue(entry, 0)));
}

function keyValue(entry: Fields, depth: number): readonly [string, PlainValue] {
  const key = last(entry, 1, BYTES)?.toString('utf8') ?? '';
  return [storable(key), anyValue(single(entry, 2), depth)];
}

function anyValue(any: Fields, depth: number): PlainValue {
  const [number, sent] = [...any][0] ?? [];
  if (number === undefined || sent === undefined) return null;
  if (any.size > 1 || sent.length > 1 || depth > DEEPEST) throw new Unclear('a value');
  switch (number) {
    case 1:
      return storable(last(any, 1, BYTES)?.toString('utf8') ?? '');
    case 2:
      return last(any, 2, VARINT) !== 0n;
    case 3:
      return plainInteger(BigInt.asIntN(64, last(any, 3, VARINT) ?? 0n));
    case 4: {
      const double = doubleOf(any, 4) ?? 0;
      return Number.isFinite(double) ? double : String(double);
    }
    case 5:
      return messages(single(any, 5), 1).map((item) => anyValue(item, depth + 1));
    case 6:
      return plainObject(messages(single(any, 6), 1).map((entry) => keyValue(entry, depth + 1)));
    case 7:
      return last(any, 7, BYTES)?.toString('base64') ?? '';
    default:
      throw new Unclear('a value');
  }
}

/** Within a list or an object too, whose JSON would have an escape of it. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, WireField[]>();
  for (const field of readFields(bytes)) {
    const known = fields.get(field.number);
    if (known === undefined) fields.set(field.number, [field]);
    else known.push(field);
  }
  return fields;
}

function messages(fields: Fields, number: number): readonly Fields[] {
  return (fields.get(number) ?? []).map(({ value }) => {
    if (!Buffer.isBuffer(value)) throw new Unclear('no message');
    return fieldsOf(value);
  });
}

/** A message that is sent once at most; one that is missing is empty. */
function single(fields: Fields, number: number): Fields {
  if ((fields.get(number)?.length ?? 0) > 1) throw new Unclear('a message twice');
  return messages(fields, number)[0] ?? new Map<number, WireField[]>();
}

/** The value of a field that is not repeated. */
function last(fields: Fields, number: number, wireType: typeof BYTES): Buffer | undefined;
function last(fields: Fields, number: number, wireType: typeof VARINT | typeof FIXED64): bigint | undefined;
function last(fields: Fields, number: number, wireType: number): Buffer | bigint | undefined {
  const sent = fields.get(number) ?? [];
  if (sent.some((field) => field.wireType !== wireType)) throw new Unclear('a field of another type');
  return sent.at(-1)?.value;
}

function doubleOf(fields: Fields, number: number): number | undefined {
  const bits = last(fields, number, FIXED64);
  if (bits === undefined) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return bytes.readDoubleLE();
}
