// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import type { AttributeValue } from '../otlp';
import { doubleValue, DEEPEST, withinNesting } from '../otlp-rules';
import type { OtlpTally } from '../otlp-tally';
import type { WireReader } from '../wire-reader';

/** Reads `KeyValue` and `AnyValue`; a case is a tag, `field number << 3 | wire type`. */
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
      if (tag === 10) key = wire.key();
      else if (tag === 18) value = this.#anyValue(depth);
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
        case 10: // stringValue
          value = wire.text();
          break;
        case 16: // boolValue
          value = wire.int64() !== 0;
          break;
        case 24: // intValue
          value = wire.int64();
          break;
        case 33: // doubleValue
          value = doubleValue(wire.double());
          break;
        case 42: // arrayValue
          value = this.#list(depth + 1);
          break;
        case 50: // kvlistValue
          value = this.#map(depth + 1);
          break;
        case 58: // bytesValue
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
      if (tag === 10 && depth < DEEPEST) {
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
      if (tag === 10 && depth < DEEPEST) {
        const [key, value] = this.#keyValue(depth);
        values[key] = value;
      } else wire.skip(tag);
    }
    wire.leave(outer);
    return values;
  }
}
