import type { Choices } from './choices';
import { type JsonTree, list, number, object, text } from './json-tree';
import type { AnyValueDraft, AttributeDrafts } from './otlp-attributes';

/**
 * The style in which one body of OTLP JSON is written: names in camel or snake case, ids, enums and 64-bit integers in
 * one of the forms that exporters send.
 */
export class OtlpJsonStyle {
  readonly #snake: boolean;
  readonly #ids: 'hex' | 'upper' | 'base64' | 'bytes' | 'buffer';
  readonly #integers: 'text' | 'number' | 'long';
  readonly #enums: 'number' | 'name' | 'short name';

  constructor(choices: Choices) {
    this.#snake = choices.oneIn(6);
    this.#ids = choices.pick(['hex', 'hex', 'upper', 'base64', 'bytes', 'buffer'] as const);
    this.#integers = choices.pick(['text', 'text', 'number', 'long'] as const);
    this.#enums = choices.pick(['number', 'number', 'name', 'short name'] as const);
  }

  /** The value of a member `attributes`: a list of KeyValue. */
  attributes(attributes: AttributeDrafts): JsonTree {
    return list(attributes.map(([key, value]) => object({ key: text(key), value: this.#anyValue(value) })));
  }

  #anyValue(any: AnyValueDraft): JsonTree {
    switch (any.kind) {
      case 'string':
        return this.message({ stringValue: text(any.value) });
      case 'bool':
        return this.message({ boolValue: String(any.value) });
      case 'int':
        return this.message({ intValue: this.integer(any.value) });
      case 'double':
        return this.message({ doubleValue: this.double(any.value) });
      case 'array':
        return this.message({ arrayValue: object({ values: list(any.value.map((item) => this.#anyValue(item))) }) });
      case 'kvlist':
        return this.message({ kvlistValue: object({ values: this.attributes(any.value) }) });
      case 'bytes':
        return this.message({ bytesValue: text(any.value.toString('base64')) });
      case 'none':
        return object({});
    }
  }

  /** An object of the members that have a value; names are given in camel case. */
  message(members: Readonly<Record<string, JsonTree | undefined>>): JsonTree {
    const spelled = Object.entries(members).map(([name, value]) => [this.#name(name), value] as const);
    return object(Object.fromEntries(spelled));
  }

  #name(camel: string): string {
    return this.#snake ? camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : camel;
  }

  /** @param hex an id in hex digits */
  id(hex: string): JsonTree {
    const bytes = Buffer.from(hex, 'hex');
    const numbers = list([...bytes].map((byte) => number(byte)));
    switch (this.#ids) {
      case 'hex':
        return text(hex);
      case 'upper':
        return text(hex.toUpperCase());
      case 'base64':
        return text(bytes.toString('base64'));
      case 'bytes':
        return numbers;
      case 'buffer':
        return object({ type: '"Buffer"', data: numbers });
    }
  }

  /** What JSON has no number for is its name in proto3 JSON. */
  double(value: number): JsonTree {
    return Number.isFinite(value) ? number(value) : text(String(value));
  }

  /** A 64-bit integer. */
  integer(value: bigint): JsonTree {
    if (this.#integers === 'number') return String(value);
    if (this.#integers === 'text') return text(String(value));
    return object({ low: String(BigInt.asIntN(32, value)), high: String(BigInt.asIntN(32, value >> 32n)) });
  }

  /** @param names the names without their prefix, in the order of their numbers */
  enum(value: number, prefix: string, names: readonly string[]): JsonTree {
    const name = names[value];
    if (this.#enums === 'number' || name === undefined) return number(value);
    return text(this.#enums === 'name' ? prefix + name : name);
  }
}
