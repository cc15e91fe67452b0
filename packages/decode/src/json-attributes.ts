import { isObject, type Unchecked } from './json-body';
import { int64, listOf } from './json-fields';
import type { Attributes, AttributeValue } from './otlp';
import { DEEPEST, doubleValue, NO_ATTRIBUTES, withinNesting } from './otlp-rules';
import type { OtlpTally } from './otlp-tally';

/**
 * Reads lists of `KeyValue` in OTLP JSON. Only a list that is none is an error: a bad attribute never costs the span
 * (contract: OTLP), so an entry without a key is left out, and a value of the wrong type stays as it was sent.
 */
export class JsonAttributes {
  readonly #tally: OtlpTally;
  readonly #nesting: number;
  /** The deepest nesting met in the attribute being read. */
  #deepest = 0;

  constructor(tally: OtlpTally, nesting: number) {
    this.#tally = tally;
    this.#nesting = nesting;
  }

  /**
   * The member `attributes` of a message.
   * @param path names the member in the error
   * @throws DecodeError `invalid` when it is there and not a list, `too-large` beyond the limit
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
    const text = value.stringValue ?? value.string_value;
    if (text !== undefined && text !== null) return scalar(text);
    const bool = value.boolValue ?? value.bool_value;
    if (bool !== undefined && bool !== null) return scalar(bool);
    const int = value.intValue ?? value.int_value;
    if (int !== undefined && int !== null) return int64(int);
    const double = value.doubleValue ?? value.double_value;
    if (double !== undefined && double !== null) return doubleOf(double);
    const array = value.arrayValue ?? value.array_value;
    if (isObject(array)) return this.#list(array, depth + 1);
    const kvlist = value.kvlistValue ?? value.kvlist_value;
    if (isObject(kvlist)) return this.#map(kvlist, depth + 1);
    const bytes = value.bytesValue ?? value.bytes_value;
    // Through a Buffer, because the URL-safe alphabet is sent too.
    return typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString('base64') : null;
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

/** A value that stands without its AnyValue is a common mistake with one meaning. */
function scalar(value: unknown): AttributeValue {
  if (typeof value === 'number') return doubleValue(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function doubleOf(value: unknown): AttributeValue {
  if (typeof value !== 'string') return scalar(value);
  const number = value.trim() === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : value;
}
