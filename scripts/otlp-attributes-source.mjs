// The source of the readers of attributes, which recurse, from the model of scripts/otlp-model.mjs.
import { join, memberOf, spellings } from './otlp-source.mjs';

export function protobufAttributes({ values, tags }) {
  return `
/** Reads \`KeyValue\` and \`AnyValue\`; a case is a tag, \`field number << 3 | wire type\`. */
export class ProtobufAttributes {
  readonly #wire: WireReader;
  readonly #tally: OtlpTally;
  readonly #nesting: number;
  /** The deepest nesting in the attribute that is being read. */
  #deepest = 0;

  constructor(wire: WireReader, tally: OtlpTally, nesting: number) {
    this.#wire = wire;
    this.#tally = tally;
    this.#nesting = nesting;
  }

  /** Reads the KeyValue that is next; of a key sent twice the last value is kept. */
  readInto(attributes: Map<string, AttributeValue>): void {
    this.#deepest = 0;
    const [key, value] = this.#keyValue(0);
    attributes.set(key, withinNesting(value, this.#deepest, this.#nesting));
  }

  #keyValue(depth: number): readonly [string, AttributeValue] {
    const wire = this.#wire;
    let key = '';
    let value: AttributeValue = null;
    this.#tally.addAttribute();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ${tags.key}) key = wire.key();
      else if (tag === ${tags.value}) value = this.#anyValue(depth);
      else wire.skip(tag);
    }
    wire.leave(outer);
    return [key, value];
  }

  #anyValue(depth: number): AttributeValue {
    const wire = this.#wire;
    let value: AttributeValue = null;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        ${join(values.map(({ name, tag, kind }) => `case ${tag}: // ${name}\nvalue = ${kind.protobuf}; break;`))}
        default: wire.skip(tag);
      }
    }
    wire.leave(outer);
    return value;
  }

  #list(depth: number): readonly AttributeValue[] {
    const wire = this.#wire;
    const values: AttributeValue[] = [];
    if (depth > this.#deepest) this.#deepest = depth;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ${tags.arrayValues} && depth < DEEPEST) {
        this.#tally.addAttribute();
        values.push(this.#anyValue(depth));
      } else wire.skip(tag);
    }
    wire.leave(outer);
    return values;
  }

  #map(depth: number): AttributeValue {
    const wire = this.#wire;
    const values = Object.create(null) as Record<string, AttributeValue>;
    if (depth > this.#deepest) this.#deepest = depth;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ${tags.mapValues} && depth < DEEPEST) {
        const [key, value] = this.#keyValue(depth);
        values[key] = value;
      } else wire.skip(tag);
    }
    wire.leave(outer);
    return values;
  }
}
`;
}

export function jsonAttributes({ values }) {
  return `
/**
 * Reads lists of \`KeyValue\`. Only a list that is none is an error: a bad attribute never costs the item (contract: OTLP), so an
 * entry without a key is left out, and a value of the wrong type is kept as it was sent.
 */
export class JsonAttributes {
  readonly #tally: OtlpTally;
  readonly #nesting: number;
  /** The deepest nesting in the attribute that is being read. */
  #deepest = 0;

  constructor(tally: OtlpTally, nesting: number) {
    this.#tally = tally;
    this.#nesting = nesting;
  }

  /**
   * The member \`attributes\` of a message.
   * @param path names the member in the error
   * @throws DecodeError \`invalid\` when it is set and not a list, \`too-large\` beyond the limit
   */
  read(owner: Unchecked, path: string): Attributes {
    const entries = listOf(owner.attributes, path);
    if (entries.length === 0) return NO_ATTRIBUTES;
    const attributes = new Map<string, AttributeValue>();
    for (const entry of entries) {
      this.#tally.addAttribute();
      if (!isObject(entry) || typeof entry.key !== 'string') continue;
      this.#deepest = 0;
      const value = this.#anyValue(entry.value, 0);
      attributes.set(entry.key, withinNesting(value, this.#deepest, this.#nesting));
    }
    return attributes;
  }

  #anyValue(value: unknown, depth: number): AttributeValue {
    if (!isObject(value)) return scalar(value);
    ${join(values.map(({ name, kind }) => `const ${name} = ${memberOf('value', ...spellings(name))}; ${kind.json(name)}`))}
    return null;
  }

  #list(array: Unchecked, depth: number): readonly AttributeValue[] {
    return this.#nested(array, depth).map((value) => {
      this.#tally.addAttribute();
      return this.#anyValue(value, depth);
    });
  }

  #map(kvlist: Unchecked, depth: number): AttributeValue {
    const values = Object.create(null) as Record<string, AttributeValue>;
    for (const entry of this.#nested(kvlist, depth)) {
      this.#tally.addAttribute();
      if (isObject(entry) && typeof entry.key === 'string') values[entry.key] = this.#anyValue(entry.value, depth);
    }
    return values;
  }

  #nested(owner: Unchecked, depth: number): readonly unknown[] {
    if (depth > this.#deepest) this.#deepest = depth;
    const values = owner.values;
    return Array.isArray(values) && depth < DEEPEST ? values : [];
  }
}
`;
}
