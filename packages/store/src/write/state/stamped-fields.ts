import { type Micros, type Stamp, parseJson } from '@sluice/record';
import { GrowingMetadata, type Metadata, type MetadataUpdate } from './growing-metadata';

/**
 * Fields with their stamps. Normally all have one stamp (a row that one record wrote); `stamps` contains the stamps of the others. Members
 * of maps are fields of their own: `metadata.<key>`. The entry `LEFT_OUT` contains the hashes of omitted metadata, entries `NESTED` the stamps
 * of nested members.
 */
export interface StampedFields<Fields> {
  readonly fields: Fields;
  readonly stamp: Stamp;
  readonly stamps: ReadonlyMap<string, Stamp>;
  /**
   * Metadata of the records, in their order; empty for a stored row. Metadata of a batch is added record by record, because the room for
   * its members depends on the stored ones.
   */
  readonly updates: readonly MetadataUpdate[];
}

/** Name that no field has. */
const LEFT_OUT = 'omitted';

/** Beginning of the names of entries that no field has: the stamps of the nested members of one member of metadata. */
const NESTED = 'nested.';

/** Stamps of a row in which all fields have the same stamp. */
export const NO_STAMPS: ReadonlyMap<string, Stamp> = new Map();

/** Compares scalars, and objects of scalars member by member: a member may be a text of many megabytes. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const members = Object.entries(a);
  return members.length === Object.keys(b).length && members.every(([name, value]) => (b as Members)[name] === value);
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Merges two states of one row field by field; of two values the one with the higher stamp is stored. Commutative, associative and
 * idempotent, as long as metadata is within its limit. One instance merges one pair.
 */
export class FieldMerge {
  readonly #a: StampedFields<unknown>;
  readonly #b: StampedFields<unknown>;
  readonly #stamps = new Map<string, Stamp>();
  #changed = false;
  /** Stamps of nested members of metadata, by path of their member. */
  readonly #nested = new Map<string, string>();
  #leftOut: string | undefined;
  /** Receipt time of the last record that changed metadata; 0: none did. */
  #metadataAt = 0;

  constructor(a: StampedFields<unknown>, b: StampedFields<unknown>) {
    this.#a = a;
    this.#b = b;
  }

  /**
   * Returns the receipt time of the record that last changed a value.
   * @param a receipt time of `a`, which stays if `b` changed and added nothing
   */
  updatedAt(a: Micros, b: Micros): Micros {
    return Math.max(a, this.#changed ? b : 0, this.#metadataAt);
  }

  /** Returns the merged value; undefined if both sides lack one. `path` names the field among the stamps. */
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

  /** Picks as `pick` a field that is valid only if no other of these fields, picked before, has a higher stamp. */
  pickNewest<T>(path: string, others: readonly string[], a: T | undefined, b: T | undefined): T | undefined {
    const value = this.pick(path, a, b);
    const stamp = this.#stamps.get(path) ?? '';
    if (others.every((other) => (this.#stamps.get(other) ?? '') <= stamp)) return value;
    this.#stamps.delete(path);
    return undefined;
  }

  /** Picks each named member of two objects; members that both lack are left out. */
  pickMembers<T extends object>(prefix: string, names: readonly (keyof T & string)[], a: T, b: T): Partial<T> {
    const result: Partial<T> = {};
    for (const name of names) {
      const value = this.pick(prefix + name, a[name], b[name]);
      if (value !== undefined) result[name] = value;
    }
    return result;
  }

  /** Adds the metadata updates of `b` to the metadata of `a`, which is in its fields. */
  pickMetadata(members: Metadata | undefined): Metadata | undefined {
    const { stamp, stamps } = this.#a;
    if (members === undefined && this.#b.updates.length === 0) return undefined;
    const growing = new GrowingMetadata({
      members,
      stampOf: (key) => stamps.get(`metadata.${key}`) ?? stamp,
      nestedOf: (key) => stamps.get(NESTED + key),
      leftOut: stamps.get(LEFT_OUT),
    });
    for (const each of this.#b.updates) {
      if (growing.add(each)) this.#metadataAt = Math.max(this.#metadataAt, each.receivedAt);
    }
    for (const [key, each] of growing.stamps()) this.#stamps.set(`metadata.${key}`, each);
    for (const [key, each] of growing.nestedStamps()) this.#nested.set(NESTED + key, each);
    this.#leftOut = growing.leftOut;
    return growing.result();
  }

  /** Returns the merged state: the row has the highest stamp, `stamps` contains the others. */
  result<Fields>(fields: Fields): StampedFields<Fields> {
    let stamp = '';
    for (const each of this.#stamps.values()) if (each > stamp) stamp = each;
    const stamps = new Map<string, Stamp>();
    for (const [path, each] of this.#stamps) if (each !== stamp) stamps.set(path, each);
    for (const [path, each] of this.#nested) stamps.set(path, each);
    if (this.#leftOut !== undefined) stamps.set(LEFT_OUT, this.#leftOut);
    return { fields, stamp, stamps, updates: [...this.#a.updates, ...this.#b.updates] };
  }
}

/** Returns the stamp of a field. */
export const stampOf = ({ stamp, stamps }: Pick<StampedFields<unknown>, 'stamp' | 'stamps'>, path: string): Stamp =>
  stamps.get(path) ?? stamp;

/**
 * Returns the text of the `stamps` column, in one order, so that equal stamps have equal text; null if all fields have the stamp of the row.
 */
export function stampsText(stamps: ReadonlyMap<string, Stamp>): string | null {
  return stamps.size === 0 ? null : JSON.stringify([...stamps].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Parses this text, as the reverse of `stampsText`. */
export function parseStamps(text: string | null): ReadonlyMap<string, Stamp> {
  return text === null ? NO_STAMPS : new Map(parseJson(text) as [string, Stamp][]);
}
