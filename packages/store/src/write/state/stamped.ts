import type { JsonText, Stamp } from '@sluice/record';
import { checkMerged } from './metadata-bound';

/**
 * Fields and the stamps that brought them. Normally one stamp holds for all (a row that one record wrote); `stamps`
 * names the fields whose stamp differs. Members of maps are fields of their own: `metadata.<key>`.
 */
export interface Stamped<Fields> {
  readonly fields: Fields;
  readonly stamp: Stamp;
  readonly stamps: ReadonlyMap<string, Stamp>;
}

/** Fields that one record said, all with its stamp. */
export function stampedOnce<Fields>(fields: Fields, stamp: Stamp): Stamped<Fields> {
  return { fields, stamp, stamps: new Map() };
}

/** Compares scalars, and objects of scalars member by member: one may hold a text of many megabytes. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const members = Object.entries(a);
  return members.length === Object.keys(b).length && members.every(([name, value]) => (b as Members)[name] === value);
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Merges two states of one row field by field; of two values the one with the higher stamp stays. Commutative,
 * associative and idempotent. Used once for one pair.
 */
export class FieldMerge {
  readonly #a: Stamped<unknown>;
  readonly #b: Stamped<unknown>;
  readonly #stamps = new Map<string, Stamp>();
  #changed = false;

  constructor(a: Stamped<unknown>, b: Stamped<unknown>) {
    this.#a = a;
    this.#b = b;
  }

  /** Whether `b` changed or added a value of `a`. */
  get changed(): boolean {
    return this.#changed;
  }

  /** The value that stays; undefined where neither side says anything. `path` names the field among the stamps. */
  pick<T>(path: string, a: T | undefined, b: T | undefined): T | undefined {
    if (a === undefined && b === undefined) return undefined;
    const stampA = a === undefined ? '' : (this.#a.stamps.get(path) ?? this.#a.stamp);
    const stampB = b === undefined ? '' : (this.#b.stamps.get(path) ?? this.#b.stamp);
    if (stampB < stampA) {
      this.#stamps.set(path, stampA);
      return a;
    }
    this.#stamps.set(path, stampB);
    if (!sameValue(a, b)) this.#changed = true;
    return b;
  }

  /** Picks each named member of two objects; members that neither says are left out. */
  pickMembers<T extends object>(prefix: string, names: readonly (keyof T & string)[], a: T, b: T): Partial<T> {
    const result: Partial<T> = {};
    for (const name of names) {
      const value = this.pick(prefix + name, a[name], b[name]);
      if (value !== undefined) result[name] = value;
    }
    return result;
  }

  /**
   * Picks each key of two maps. A key that only `b` has puts all keys in code-unit order, so that no order of merging
   * shows; without one the keys stay as they were, so that a repeated body changes nothing.
   * @throws MetadataTooLargeError where they grow beyond the bound
   */
  pickKeys(prefix: string, a: ReadonlyMap<string, JsonText> | undefined, b: ReadonlyMap<string, JsonText> | undefined) {
    if (a === undefined && b === undefined) return undefined;
    const keys = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
    const grown = a !== undefined && keys.size > a.size;
    const result = new Map<string, JsonText>();
    for (const key of grown ? [...keys].sort() : keys) {
      const value = this.pick(`${prefix}${key}`, a?.get(key), b?.get(key));
      if (value !== undefined) result.set(key, value);
    }
    if (grown) checkMerged(result);
    return result;
  }

  /** The merged state: the highest stamp stands for the row, the others are named. */
  result<Fields>(fields: Fields): Stamped<Fields> {
    let stamp = '';
    for (const each of this.#stamps.values()) if (each > stamp) stamp = each;
    const stamps = new Map<string, Stamp>();
    for (const [path, each] of this.#stamps) if (each !== stamp) stamps.set(path, each);
    return { fields, stamp, stamps };
  }
}

/** The text of the `stamps` column; null where the row needs one stamp only. */
export function stampsText(stamps: ReadonlyMap<string, Stamp>): string | null {
  return stamps.size === 0 ? null : JSON.stringify([...stamps]);
}

/** The reverse of `stampsText`. */
export function parseStamps(text: string | null): ReadonlyMap<string, Stamp> {
  return text === null ? new Map() : new Map(JSON.parse(text) as [string, Stamp][]);
}
