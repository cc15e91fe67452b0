import { otlpMessage } from '@sluice/testbed/samples';
import type { Choices } from './choices';
import { type Draft, pathOf } from './fuzz-input';
import { type JsonTree, list, number, object, text, toText } from './json-tree';
import { mutateBytes } from './mutate-bytes';
import { mutatedJson } from './mutate-json';
import { mutateProtobuf } from './mutate-protobuf';
import { BYTES, FIXED32, FIXED64, type Field, VARINT, encode, packedField } from './protobuf-tree';

/**
 * Message of OTLP by the names of its fields in JSON: a 64-bit integer is a bigint, an enum its number, bytes a Buffer. A name without a
 * field is the text of a member that only JSON can have.
 */
export interface OtlpMessage {
  readonly [field: string]: OtlpValue | undefined;
}
export type OtlpValue = string | number | boolean | bigint | Buffer | OtlpMessage | readonly OtlpValue[];

/** Format of a message, by reflection (OTLP 1.11). */
export type OtlpType = ReturnType<typeof otlpMessage>;
export type OtlpField = OtlpType['fieldsArray'][number];

/** Returns the enum or message of a field, if it has one. */
export function formatOf(field: OtlpField): {
  readonly names?: Readonly<Record<number, string>>;
  readonly message?: OtlpType;
} {
  const { resolvedType } = field.resolve();
  if (resolvedType === null) return {};
  return 'valuesById' in resolvedType ? { names: resolvedType.valuesById } : { message: resolvedType };
}

const SIGNALS = { trace: 'otlp', metrics: 'otlp-metrics', logs: 'otlp-logs' } as const;
export type OtlpSignal = keyof typeof SIGNALS;

/** Paths of the signals, two of each. */
export const OTLP_PATHS: readonly Pick<Draft, 'endpoint' | 'path'>[] = Object.values(SIGNALS).flatMap((endpoint) => [
  { endpoint, path: pathOf(endpoint) },
  { endpoint, path: pathOf(endpoint).replace('/api/public/otel', '') },
]);
export type OtlpEncoding = 'json' | 'protobuf';

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';

/** Makes a request in the plainest form of its encoding. */
export function plainOtlp(signal: OtlpSignal, encoding: OtlpEncoding, message: OtlpMessage): Draft {
  const type = otlpMessage(signal);
  const isJson = encoding === 'json';
  const body = isJson
    ? Buffer.from(toText(new JsonStyle().message(type, message)))
    : encode(toFields(type, message, true));
  return {
    endpoint: SIGNALS[signal],
    path: pathOf(SIGNALS[signal]),
    method: 'POST',
    contentType: isJson ? JSON_TYPE : PROTOBUF_TYPE,
    body,
    done: [],
  };
}

/** Makes a request in one of the forms of its encoding that exporters write, then mutates it. */
export function otlpDraft(signal: OtlpSignal, encoding: OtlpEncoding, message: OtlpMessage, choices: Choices): Draft {
  const type = otlpMessage(signal);
  const draft = { endpoint: SIGNALS[signal], path: pathOf(SIGNALS[signal]), method: 'POST' };
  if (encoding === 'json') {
    const mutated = mutatedJson(new JsonStyle(choices).message(type, message), choices);
    const contentType = choices.oneIn(10) ? 'Application/JSON; charset=utf-8' : JSON_TYPE;
    return { ...draft, contentType, ...mutated };
  }
  // Lists of numbers are packed, or have a field for each entry: a reader has to accept both.
  const request = toFields(type, message, !choices.oneIn(5));
  const done = mutateProtobuf(request, choices);
  const { bytes, done: bytesDone } = mutateBytes(encode(request), choices, 8);
  return { ...draft, contentType: PROTOBUF_TYPE, body: bytes, done: [...done, ...bytesDone] };
}

/** Returns the fields of a message, in the order of its members. */
function toFields(type: OtlpType, message: OtlpMessage, packed: boolean): Field[] {
  return Object.entries(message).flatMap(([name, value]) => {
    const field = type.fields[name];
    if (field === undefined || value === undefined) return [];
    if (!Array.isArray(value)) return [toField(field, value, packed)];
    const fields = value.map((item: OtlpValue) => toField(field, item, packed));
    return fields.every(({ wireType }) => wireType === BYTES) ? fields : packedField(field.id, fields, packed);
  });
}

/** Wire types of numbers. */
const WIRE_TYPES: Readonly<Record<string, number>> = {
  double: FIXED64,
  fixed64: FIXED64,
  sfixed64: FIXED64,
  fixed32: FIXED32,
};

function toField(field: OtlpField, value: OtlpValue, packed: boolean): Field {
  const { id, type } = field;
  const { message } = formatOf(field);
  if (message !== undefined)
    return { number: id, wireType: BYTES, value: toFields(message, value as OtlpMessage, packed) };
  if (typeof value === 'string') return { number: id, wireType: BYTES, value: Buffer.from(value) };
  if (Buffer.isBuffer(value)) return { number: id, wireType: BYTES, value };
  return { number: id, wireType: WIRE_TYPES[type] ?? VARINT, value: bitsOf(type, value as number | bigint | boolean) };
}

function bitsOf(type: string, value: number | bigint | boolean): bigint {
  if (type === 'double') {
    const bits = Buffer.alloc(8);
    bits.writeDoubleLE(Number(value));
    return bits.readBigUInt64LE();
  }
  const integer = BigInt(value);
  return type === 'sint32' ? (integer >= 0n ? integer * 2n : integer * -2n - 1n) : integer;
}

/** Style of one JSON body: names in camel or snake case; ids, enums and 64-bit integers as exporters write them. */
class JsonStyle {
  readonly #snake: boolean;
  readonly #ids: 'hex' | 'upper' | 'base64' | 'bytes' | 'buffer';
  readonly #integers: 'text' | 'number' | 'long';
  readonly #enums: 'number' | 'name' | 'short name';

  constructor(choices?: Choices) {
    this.#snake = choices?.oneIn(6) ?? false;
    this.#ids = choices?.pick(['hex', 'hex', 'upper', 'base64', 'bytes', 'buffer'] as const) ?? 'hex';
    this.#integers = choices?.pick(['text', 'text', 'number', 'long'] as const) ?? 'text';
    this.#enums = choices?.pick(['number', 'number', 'name', 'short name'] as const) ?? 'number';
  }

  message(type: OtlpType, message: OtlpMessage): JsonTree {
    const members = Object.entries(message).map(([name, value]): [string, JsonTree | undefined] => {
      const field = type.fields[name];
      const spelled = this.#snake ? snakeCase(name) : name;
      if (field === undefined || value === undefined) return [spelled, value as string | undefined];
      return [
        spelled,
        Array.isArray(value)
          ? list(value.map((item: OtlpValue) => this.#value(field, item)))
          : this.#value(field, value),
      ];
    });
    return object(Object.fromEntries(members));
  }

  #value(field: OtlpField, value: OtlpValue): JsonTree {
    const { message, names } = formatOf(field);
    if (message !== undefined) return this.message(message, value as OtlpMessage);
    if (Buffer.isBuffer(value)) return field.name === 'bytesValue' ? text(value.toString('base64')) : this.#id(value);
    if (typeof value === 'bigint') return this.#integer(value);
    if (typeof value === 'string') return text(value);
    const name = names?.[Number(value)];
    if (name !== undefined && this.#enums !== 'number') {
      return text(this.#enums === 'name' ? name : name.slice(commonPrefix(Object.values(names ?? {})).length));
    }
    // A number that JSON cannot represent is its name.
    const isNamed = typeof value === 'number' && !Number.isFinite(value);
    return isNamed ? text(String(value)) : JSON.stringify(value);
  }

  #id(id: Buffer): JsonTree {
    if (this.#ids === 'hex') return text(id.toString('hex'));
    if (this.#ids === 'upper') return text(id.toString('hex').toUpperCase());
    if (this.#ids === 'base64') return text(id.toString('base64'));
    const bytes = list([...id].map((byte) => number(byte)));
    return this.#ids === 'bytes' ? bytes : object({ type: '"Buffer"', data: bytes });
  }

  #integer(value: bigint): JsonTree {
    if (this.#integers === 'number') return String(value);
    if (this.#integers === 'text') return text(String(value));
    return object({ low: String(BigInt.asIntN(32, value)), high: String(BigInt.asIntN(32, value >> 32n)) });
  }
}

export const snakeCase = (camel: string): string => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the common prefix of an enum's names. */
export function commonPrefix([first = '', ...others]: readonly string[]): string {
  let end = first.length;
  while (!others.every((name) => name.startsWith(first.slice(0, end)))) end -= 1;
  return first.slice(0, end);
}
