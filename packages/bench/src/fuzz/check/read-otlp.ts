import {
  type OtlpField,
  type OtlpMessage,
  type OtlpType,
  type OtlpValue,
  commonPrefix,
  formatOf,
  snakeCase,
} from '../input/otlp-message';
import { type WireField, readFields } from './read-protobuf';

/** Error for a body whose meaning the rules leave open, so that the product may store it either way. */
export class Unclear extends Error {}

/** Depth of attributes beyond which the product stores another form. */
const DEEPEST = 61;
const FIXED64 = 1;
const HIGHEST_ENUM = 3;
/** Fields of other messages that the product nevertheless reads, or that show another signal. */
const STRANGE = new Set([
  'Metric.8',
  ...['Gauge', 'Summary'].flatMap((of) => [`${of}.2`, `${of}.aggregationTemporality`, `${of}.aggregation_temporality`]),
]);

type Members = Record<string, OtlpValue | undefined>;

/**
 * Reads OTLP in both encodings by reflection on the format, without code of the product. Input that no exporter writes is unclear for a
 * `strict` reader; other readers treat it as absent.
 */
export class OtlpReader {
  readonly #fields: ReadonlySet<string>;
  readonly #strict: boolean;

  /** @param fields names in JSON of the fields to read */
  constructor(fields: readonly string[], { strict }: { readonly strict: boolean }) {
    this.#fields = new Set(fields);
    this.#strict = strict;
  }

  /** @throws Unclear */
  json(type: OtlpType, body: unknown, depth = 0): OtlpMessage {
    if (depth > DEEPEST) this.#odd('a value too deep', undefined);
    const message: Members = {};
    const members = Object.entries(isObject(body) ? body : this.#odd('no object', {}));
    for (const [name, sent] of members) {
      const field = fieldsOf(type).get(name);
      if (!this.#isRead(type, field, name)) continue;
      // JSON.stringify writes null for NaN; in other fields null is unset.
      const value = sent === null && field.fullName.endsWith('ValueAtQuantile.value') ? NaN : sent;
      if (value === null || value === undefined) continue;
      if (message[field.name] !== undefined) this.#odd('both spellings', undefined);
      message[field.name] ??= field.repeated
        ? this.#list(value).flatMap((item) => this.#jsonValue(field, item, depth) ?? [])
        : this.#jsonValue(field, value, depth);
    }
    const isHalf = type.name === 'KeyValue' && (message['key'] === undefined || message['value'] === undefined);
    if (isHalf) this.#odd('an attribute without key or value', undefined);
    return this.#checked(type, message, members.length);
  }

  /** @throws Unclear, RangeError for bytes that are no message */
  protobuf(type: OtlpType, body: Buffer, depth = 0): OtlpMessage {
    if (depth > DEEPEST) this.#odd('a value too deep', undefined);
    const message: Members = {};
    const wire = readFields(body);
    // Checked before the contents: the product may read only one of the two.
    if (wire.length > 1 && (type.name === 'AnyValue' || isTwice(type, wire))) this.#odd('two of one', undefined);
    for (const sent of wire) {
      const field = fieldsOf(type).get(sent.number);
      if (!this.#isRead(type, field, String(sent.number))) continue;
      const values = this.#wireValues(field, sent, depth);
      if (field.repeated) ((message[field.name] ??= []) as OtlpValue[]).push(...values);
      else message[field.name] = values[0] ?? message[field.name];
    }
    return this.#checked(type, message, wire.length);
  }

  #isRead(type: OtlpType, field: OtlpField | undefined, name: string): field is OtlpField {
    if (field !== undefined && this.#fields.has(field.name)) return true;
    if (STRANGE.has(`${type.name}.${name}`)) this.#odd('a field of another message', undefined);
    return false;
  }

  #checked(type: OtlpType, message: Members, sent: number): OtlpMessage {
    const has = (name: string): boolean => message[name] !== undefined;
    if (type.oneofsArray.some(({ oneof }) => oneof.filter(has).length > 1)) this.#odd('two of one', undefined);
    const isOne = sent <= 1 && Object.values(message).filter((value) => value !== undefined).length === sent;
    if (type.name === 'AnyValue' && !isOne) this.#odd('a value', undefined);
    return message;
  }

  #jsonValue(field: OtlpField, value: unknown, depth: number): OtlpValue | undefined {
    const { message, names } = formatOf(field);
    if (message !== undefined) return this.json(message, value, within(message, depth));
    if (names !== undefined) return this.#enum(Object.values(names), value);
    switch (field.type) {
      case 'string':
        return typeof value === 'string' ? value : this.#odd<string | undefined>('no text', undefined);
      case 'bool':
        return typeof value === 'boolean' ? value : this.#odd<boolean | undefined>('no bool', undefined);
      case 'double':
        return this.#double(value);
      case 'bytes':
        return field.name === 'bytesValue' ? this.#base64(value) : idOf(value);
      case 'uint32': {
        const integer = this.#integer(value);
        return integer !== undefined && integer >= 0n && integer < 2n ** 32n
          ? Number(integer)
          : this.#odd<number | undefined>('no uint32', undefined);
      }
      default:
        return this.#integer(value);
    }
  }

  #wireValues(field: OtlpField, { wireType, value }: WireField, depth: number): readonly OtlpValue[] {
    const { message, names } = formatOf(field);
    if (Buffer.isBuffer(value)) {
      // The content of counted messages does not matter.
      if (message?.fieldsArray.every(({ name }) => !this.#fields.has(name)) === true) return [{}];
      if (message !== undefined) return [this.protobuf(message, value, within(message, depth))];
      if (field.type === 'string') return [value.toString('utf8')];
      if (field.type === 'bytes') return [value];
      if (!field.repeated || value.length % 8 !== 0) return this.#odd('another wire type', []);
      return Array.from({ length: value.length / 8 }, (_, n) => numberOf(field.type, value.readBigUInt64LE(n * 8)));
    }
    const isFixed = field.type === 'double' || field.type.endsWith('fixed64');
    const isText = message !== undefined || field.type === 'string' || field.type === 'bytes';
    if (isText || wireType !== (isFixed ? FIXED64 : 0)) return this.#odd('another wire type', []);
    return names !== undefined && value > HIGHEST_ENUM ? this.#odd('an enum', []) : [numberOf(field.type, value)];
  }

  #list(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : this.#odd('no list', []);
  }

  /** Reads an enum by number, by name, or by its name without the common prefix. */
  #enum(names: readonly string[], value: unknown): number | undefined {
    const at = names.findIndex((name) => value === name || value === name.slice(commonPrefix(names).length));
    if (at !== -1) return at;
    const isKnown = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= HIGHEST_ENUM;
    return isKnown ? (value as number) : this.#odd<number | undefined>('an enum', undefined);
  }

  #double(value: unknown): number | undefined {
    if (typeof value === 'number') return value;
    const isNumber = typeof value === 'string' && /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|NaN|-?Infinity)$/.test(value);
    return isNumber ? Number(value) : this.#odd<number | undefined>('no number', undefined);
  }

  /** Reads a number, its digits, or both halves of it. */
  #integer(value: unknown): bigint | undefined {
    if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
    if (typeof value === 'string' && /^(0|-?[1-9]\d{0,19})$/.test(value)) return BigInt(value);
    const { low, high, ...more } = isObject(value) ? value : {};
    const isHalf = (half: unknown): half is number => Number.isInteger(half) && Math.abs(half as number) <= 2 ** 31;
    if (!isHalf(low) || !isHalf(high) || Object.keys(more).length > 0)
      return this.#odd<bigint | undefined>('no integer', undefined);
    return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt.asUintN(32, BigInt(low)));
  }

  #base64(value: unknown): Buffer | undefined {
    const bytes = Buffer.from(String(value), 'base64');
    return bytes.toString('base64') === value ? bytes : this.#odd<Buffer | undefined>('no base64', undefined);
  }

  /** @returns `unset`, where the reader is not strict */
  #odd<T>(what: string, unset: T): T {
    if (this.#strict) throw new Unclear(what);
    return unset;
  }
}

const known = new WeakMap<OtlpType, ReadonlyMap<string | number, OtlpField>>();

/** Returns the fields of a message, by their numbers and both spellings. */
function fieldsOf(type: OtlpType): ReadonlyMap<string | number, OtlpField> {
  const fields =
    known.get(type) ??
    new Map(
      type.fieldsArray.flatMap((field) =>
        [field.id, field.name, snakeCase(field.name)].map((name): [string | number, OtlpField] => [name, field]),
      ),
    );
  known.set(type, fields);
  return fields;
}

/** Returns whether a message that is not repeated is sent twice, or two members of one oneof. */
function isTwice(type: OtlpType, wire: readonly WireField[]): boolean {
  const fields = wire.flatMap(({ number }) => fieldsOf(type).get(number) ?? []).filter(({ repeated }) => !repeated);
  const messages = fields.filter((field) => formatOf(field).message !== undefined);
  const choices = [...new Set(fields)].flatMap(({ partOf }) => partOf?.name ?? []);
  return new Set(messages).size < messages.length || new Set(choices).size < choices.length;
}

const within = ({ name }: OtlpType, depth: number): number => depth + Number(name === 'AnyValue');

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an id in hex, base64, as a list of bytes, or as a Buffer in JSON; returns no bytes for other values. */
function idOf(value: unknown): Buffer {
  if (typeof value === 'string') {
    if (/^([0-9a-f]{16}|[0-9a-f]{32})$/i.test(value)) return Buffer.from(value, 'hex');
    return value.endsWith('=') ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  }
  const list = isObject(value) && value['type'] === 'Buffer' ? value['data'] : value;
  const isBytes = Array.isArray(list) && list.every((byte) => typeof byte === 'number');
  return Buffer.from(isBytes ? list : []);
}

function numberOf(type: string, bits: bigint): OtlpValue {
  switch (type) {
    case 'double': {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(bits);
      return bytes.readDoubleLE();
    }
    case 'bool':
      return bits !== 0n;
    case 'int64':
    case 'sfixed64':
      return BigInt.asIntN(64, bits);
    case 'fixed64':
      return bits;
    default:
      return Number(BigInt.asUintN(32, bits));
  }
}
