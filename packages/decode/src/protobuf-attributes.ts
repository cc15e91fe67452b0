import type { Attributes, AttributeValue } from './otlp';
import { DEEPEST, doubleValue, withinNesting } from './otlp-rules';
import type { OtlpTally } from './otlp-tally';
import type { WireReader } from './wire-reader';

/** Reads `KeyValue` and `AnyValue` (OTLP 1.11, common.proto). The cases are tags, `field number << 3 | wire type`. */
export class ProtobufAttributes {
  readonly #wire: WireReader;
  readonly #tally: OtlpTally;
  readonly #nesting: number;
  /** The deepest nesting met in the attribute being read. */
  #deepest = 0;

  constructor(wire: WireReader, tally: OtlpTally, nesting: number) {
    this.#wire = wire;
    this.#tally = tally;
    this.#nesting = nesting;
  }

  /** Reads the KeyValue that comes next; of a key sent twice the last value stays. */
  readInto(attributes: Map<string, AttributeValue>): void {
    this.#deepest = 0;
    const [key, value] = this.#keyValue(0);
    attributes.set(key, withinNesting(value, this.#deepest, this.#nesting));
  }

  /** Reads the Resource that comes next. */
  resource(): Attributes {
    const wire = this.#wire;
    const attributes = new Map<string, AttributeValue>();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) this.readInto(attributes);
      else wire.skip(tag);
    }
    wire.leave(outer);
    return attributes;
  }

  #keyValue(depth: number): readonly [string, AttributeValue] {
    const wire = this.#wire;
    let key = '';
    let value: AttributeValue = null;
    this.#tally.addAttribute();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) key = wire.key();
      else if (tag === ((2 << 3) | 2)) value = this.#anyValue(depth);
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
        case (1 << 3) | 2:
          value = wire.text();
          break;
        case (2 << 3) | 0:
          value = wire.int64() !== 0;
          break;
        case (3 << 3) | 0:
          value = wire.int64();
          break;
        case (4 << 3) | 1:
          value = doubleValue(wire.double());
          break;
        case (5 << 3) | 2:
          value = this.#list(depth + 1);
          break;
        case (6 << 3) | 2:
          value = this.#map(depth + 1);
          break;
        case (7 << 3) | 2:
          value = wire.base64();
          break;
        default:
          wire.skip(tag);
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
      if (tag === ((1 << 3) | 2) && depth < DEEPEST) {
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
      if (tag === ((1 << 3) | 2) && depth < DEEPEST) {
        const [key, value] = this.#keyValue(depth);
        values[key] = value;
      } else wire.skip(tag);
    }
    wire.leave(outer);
    return values;
  }
}
