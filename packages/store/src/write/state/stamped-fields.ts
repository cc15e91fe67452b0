import { type Micros, type Stamp, parseJson } from '@sluice/record';
import { GrowingMetadata, type Metadata, type MetadataUpdate } from './growing-metadata';

/**
 * Fields and the stamps that brought them. Normally one stamp holds for all (a row that one record wrote); `stamps`
 * names the fields whose stamp differs. Members of maps are fields of their own: `metadata.<key>`. Under `LEFT_OUT` it
 * has what was left out of the metadata.
 */
export interface StampedFields<Fields> {
  readonly fields: Fields;
  readonly stamp: Stamp;
  readonly stamps: ReadonlyMap<string, Stamp>;
  /**
   * The metadata of the records, in their order; none of a row that was read. Which members find room depends on what is
   * stored already, so metadata of a batch is added record by record.
   */
  readonly updates: readonly MetadataUpdate[];
}

/** No field has this name. */
const LEFT_OUT = 'omitted';

/** Of a row that one stamp brought. */
export const NO_STAMPS: ReadonlyMap<string, Stamp> = new Map();

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
 * associative and idempotent, as long as metadata is within its bound. Used once for one pair.
 */
export class FieldMerge {
  readonly #a: StampedFields<unknown>;
  readonly #b: StampedFields<unknown>;
  readonly #stamps = new Map<string, Stamp>();
  #changed = false;
  #leftOut: string | undefined;
  /** The receipt of the last record that changed metadata; 0: none did. */
  #metadataAt = 0;

  constructor(a: StampedFields<unknown>, b: StampedFields<unknown>) {
    this.#a = a;
    this.#b = b;
  }

  /**
   * The receipt that last changed a value.
   * @param a that of `a`, which stays where `b` changed and added nothing
   */
  updatedAt(a: Micros, b: Micros): Micros {
    return Math.max(a, this.#changed ? b : 0, this.#metadataAt);
  }

  /** The value that stays; undefined where neither side has one. `path` names the field among the stamps. */
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

  /** Picks as `pick`, of a field that holds only as long as no other one, picked before, has a higher stamp. */
  pickNewest<T>(path: string, others: readonly string[], a: T | undefined, b: T | undefined): T | undefined {
    const value = this.pick(path, a, b);
    const stamp = this.#stamps.get(path) ?? '';
    if (others.every((other) => (this.#stamps.get(other) ?? '') <= stamp)) return value;
    this.#stamps.delete(path);
    return undefined;
  }

  /** Picks each named member of two objects; members that neither has are left out. */
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
      leftOut: stamps.get(LEFT_OUT),
    });
    for (const each of this.#b.updates) {
      if (growing.add(each)) this.#metadataAt = Math.max(this.#metadataAt, each.receivedAt);
    }
    for (const [key, each] of growing.stamps()) this.#stamps.set(`metadata.${key}`, each);
    this.#leftOut = growing.leftOut;
    return growing.result();
  }

  /** The merged state: the highest stamp stands for the row, the others are named. */
  result<Fields>(fields: Fields): StampedFields<Fields> {
    let stamp = '';
    for (const each of this.#stamps.values()) if (each > stamp) stamp = each;
    const stamps = new Map<string, Stamp>();
    for (const [path, each] of this.#stamps) if (each !== stamp) stamps.set(path, each);
    if (this.#leftOut !== undefined) stamps.set(LEFT_OUT, this.#leftOut);
    return { fields, stamp, stamps, updates: [...this.#a.updates, ...this.#b.updates] };
  }
}

/** The stamp of a field that a state has. */
export const stampOf = ({ stamp, stamps }: Pick<StampedFields<unknown>, 'stamp' | 'stamps'>, path: string): Stamp =>
  stamps.get(path) ?? stamp;

/** The text of the `stamps` column; null where the row needs one stamp only. */
export function stampsText(stamps: ReadonlyMap<string, Stamp>): string | null {
  return stamps.size === 0 ? null : JSON.stringify([...stamps]);
}

/** The reverse of `stampsText`. */
export function parseStamps(text: string | null): ReadonlyMap<string, Stamp> {
  return text === null ? new Map() : new Map(parseJson(text) as [string, Stamp][]);
}
