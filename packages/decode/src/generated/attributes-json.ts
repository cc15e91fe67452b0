// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import { type Unchecked, isObject } from '../json-body';
import { listOf, int64, scalar, doubleOf, base64Of } from '../json-fields';
import type { AttributeValue, Attributes } from '../otlp';
import { NO_ATTRIBUTES, DEEPEST, withinNesting } from '../otlp-rules';
import type { OtlpTally } from '../otlp-tally';

/**
 * Reads lists of `KeyValue`. Only a list that is none is an error: a bad attribute never costs the item (contract: OTLP), so an
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
   * The member `attributes` of a message.
   * @param path names the member in the error
   * @throws DecodeError `invalid` when it is set and not a list, `too-large` beyond the limit
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
    const stringValue = value.stringValue ?? value.string_value;
    if (stringValue !== undefined && stringValue !== null) return scalar(stringValue);
    const boolValue = value.boolValue ?? value.bool_value;
    if (boolValue !== undefined && boolValue !== null) return scalar(boolValue);
    const intValue = value.intValue ?? value.int_value;
    if (intValue !== undefined && intValue !== null) return int64(intValue);
    const doubleValue = value.doubleValue ?? value.double_value;
    if (doubleValue !== undefined && doubleValue !== null) return doubleOf(doubleValue);
    const arrayValue = value.arrayValue ?? value.array_value;
    if (isObject(arrayValue)) return this.#list(arrayValue, depth + 1);
    const kvlistValue = value.kvlistValue ?? value.kvlist_value;
    if (isObject(kvlistValue)) return this.#map(kvlistValue, depth + 1);
    const bytesValue = value.bytesValue ?? value.bytes_value;
    if (typeof bytesValue === 'string') return base64Of(bytesValue);
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
