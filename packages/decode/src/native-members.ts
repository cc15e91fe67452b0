import { exceedsBytes, isLonger, parseTime, splitMembers, type JsonText } from '@sluice/record';
import { DecodeError } from './decode-error';
import type { Unchecked } from './json-body';
import type { Limits } from './limits';
import { sentMember } from './member-path';
import type { JsonTexts } from './native';
import type { Sent } from './schemas/body-schema';

/**
 * Reads the members of one object of a native body whose types the schema has checked. undefined stands for a member
 * that is absent or null. Every method throws DecodeError naming the path of the member and what is accepted.
 */
export class NativeMembers<Name extends string> {
  readonly #members: Sent<Name>;
  readonly #texts: JsonTexts;
  readonly #path: string;
  readonly #limits: Limits;
  /** A value cannot exceed its limit in a body that does not. */
  readonly #measured: boolean;

  /** @param texts the same members as they were sent */
  constructor(members: Sent<Name>, texts: JsonTexts, path: string, limits: Limits, bodyBytes: number) {
    this.#members = members;
    this.#texts = texts;
    this.#path = path;
    this.#limits = limits;
    this.#measured = bodyBytes > limits.valueBytes;
  }

  /** The first of the names that has a value: spellings, the contract's first. None of them may be too long. */
  text(longest: number, ...names: readonly Name[]): string | undefined {
    return this.#first(longest, names, () => true);
  }

  /** Reads a text as `text` does; an empty text counts as absent (contract: Native batch). */
  filledText(longest: number, ...names: readonly Name[]): string | undefined {
    return this.#first(longest, names, (text) => text !== '');
  }

  #first(longest: number, names: readonly Name[], isValue: (text: string) => boolean): string | undefined {
    let first: string | undefined;
    for (const name of names) {
      const text = this.#members[name];
      if (typeof text !== 'string' || !isValue(text)) continue;
      if (isLonger(text, longest)) throw this.invalid(name, `must not be longer than ${longest} characters`);
      first ??= text;
    }
    return first;
  }

  /** Microseconds since the epoch. */
  time(name: Name): number | undefined {
    const text = this.#members[name];
    if (typeof text !== 'string') return undefined;
    const time = parseTime(text);
    if (time === undefined) throw this.invalid(name, 'must be an ISO 8601 time from 1970 to 2199');
    return time.micros;
  }

  boolean(name: Name): boolean | undefined {
    const value = this.#members[name];
    return typeof value === 'boolean' ? value : undefined;
  }

  /** An integer, or its digits, as the schema lets pass. */
  count(name: Name): number | undefined {
    const value = this.#members[name] ?? undefined;
    return value === undefined ? undefined : Number(value);
  }

  texts(name: Name, most: number, longest: number): readonly string[] | undefined {
    const texts = this.#members[name] as readonly string[] | null | undefined;
    if (!texts) return undefined;
    if (texts.length > most) throw this.invalid(name, `must not have more than ${most} entries`);
    const long = texts.findIndex((text) => isLonger(text, longest));
    if (long >= 0) throw this.invalid(`${name}[${long}]`, `must not be longer than ${longest} characters`);
    return texts;
  }

  /** Text that is bounded as free-form values are. */
  longText(name: Name): string | undefined {
    const text = this.#members[name];
    if (typeof text !== 'string') return undefined;
    this.#checkSize(text, name);
    return text;
  }

  /** The JSON of a free-form value. Of text its bytes of UTF-8 are measured, of any other value those of its JSON. */
  value(name: Name): JsonText | undefined {
    const text = this.#texts.get(name);
    const value = this.#members[name] ?? undefined;
    if (text === undefined || value === undefined) return undefined;
    this.#checkInside(value, name);
    this.#checkSize(typeof value === 'string' ? value : text, name);
    return text;
  }

  /** The JSON of the members of an object of free-form values. */
  object(name: Name): JsonTexts | undefined {
    const object = this.#members[name] as Unchecked | null | undefined;
    const text = this.#texts.get(name);
    if (text === undefined || !object) return undefined;
    const members = splitMembers(text);
    const { metadataMembers } = this.#limits;
    if (members.size > metadataMembers) throw this.invalid(name, `must not have more than ${metadataMembers} members`);
    for (const key in object) {
      const value = object[key];
      if (!isPlain(value)) this.#checkInside(value, `${name}${sentMember(key)}`);
    }
    if (!this.#measured) return members;
    for (const [key, value] of members) {
      const parsed = object[key];
      this.#checkSize(typeof parsed === 'string' ? parsed : value, `${name}${sentMember(key)}`);
    }
    return members;
  }

  invalid(name: string, rule: string): DecodeError {
    return new DecodeError('invalid', `${this.#place(name)} ${rule}`);
  }

  /** Returns the path of a member of the object; the path of the body itself is empty. */
  #place(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #checkSize(text: string, name: string): void {
    const { valueBytes } = this.#limits;
    if (this.#measured && exceedsBytes(text, valueBytes)) {
      throw new DecodeError('too-large', `${this.#place(name)} must not exceed ${valueBytes} bytes`);
    }
  }

  /** Looks at objects and arrays inside one another level by level, without recursion. */
  #checkInside(value: unknown, name: string): void {
    if (isPlain(value)) return;
    let level = [this.#container(value, name)];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth === this.#limits.nesting) {
        throw this.invalid(name, `must not be nested more than ${this.#limits.nesting} levels deep`);
      }
      const inside: object[] = [];
      for (const container of level) {
        const items: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
        for (const item of items) if (!isPlain(item)) inside.push(this.#container(item, name));
      }
      level = inside;
    }
  }

  /** JSON spells numbers that no double holds (1e400): whoever reads them into one would find no number. */
  #container(value: unknown, name: string): object {
    if (typeof value === 'number') throw this.invalid(name, 'must not hold a number beyond the range of a double');
    return value as object;
  }
}

/** Whether a value of JSON is neither an object or an array nor a number beyond those that a double holds. */
function isPlain(value: unknown): boolean {
  return value === null || (typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object');
}
