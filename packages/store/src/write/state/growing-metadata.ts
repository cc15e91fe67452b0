import { type JsonText, type Micros, OMITTED, type Stamp, type TraceRecord } from '@sluice/record';
import { LeftOut } from './omitted-names';

export type Metadata = ReadonlyMap<string, JsonText>;

/** Metadata of one record for one row. */
export interface MetadataUpdate {
  /** Members in the order sent. */
  readonly members: Metadata;
  /** Stamps by key, for the members whose stamp is not `stamp`. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  readonly stamp: Stamp;
  readonly receivedAt: Micros;
}

/** Limit of the metadata of one row: members, and UTF-16 units of their keys and values (contract: Limits). */
export interface MetadataBound {
  readonly members: number;
  readonly units: number;
}

const BOUND: MetadataBound = { members: 20_000, units: 18 * 1024 * 1024 };

interface Member {
  readonly text: JsonText;
  readonly stamp: Stamp;
}

/** Stored metadata of a row. */
interface StoredMetadata {
  readonly members: Metadata | undefined;
  readonly stampOf: (key: string) => Stamp;
  /** Hashes as in `GrowingMetadata.leftOut`. */
  readonly leftOut: string | undefined;
}

/**
 * Metadata of one row, to which records are added one after the other, each in time linear in its own size. Of two values of a member the
 * one with the higher stamp is stored. The metadata has a limit, because the number of requests has none, and a changed row is in memory as
 * a whole. Members beyond the limit are omitted and named in `sluice.omitted` (contract: Limits): stored members stay as they are, new ones
 * are added in the order sent.
 */
export class GrowingMetadata {
  readonly #stored: Metadata | undefined;
  readonly #members = new Map<string, Member>();
  readonly #leftOut: LeftOut;
  readonly #bound: MetadataBound;
  #units = 0;
  #changed = false;
  /** Metadata that existed before has a new member. */
  #grown = false;

  constructor({ members, stampOf, leftOut }: StoredMetadata, bound = BOUND) {
    this.#stored = members;
    this.#bound = bound;
    this.#leftOut = new LeftOut(leftOut, members?.get(OMITTED));
    for (const [key, text] of members ?? []) {
      const sent = key === OMITTED ? this.#leftOut.sent : text;
      if (sent !== undefined) this.#set(key, { text: sent, stamp: stampOf(key) });
    }
  }

  /** Hashes of the omitted names, for the row to store; undefined if nothing was omitted. */
  get leftOut(): string | undefined {
    return this.#leftOut.hashes;
  }

  /**
   * Adds the metadata of a record: first shorter values, then longer ones, then new members. So the same record finds no more room when it
   * is sent again, and changes nothing.
   * @returns whether a value was changed, added, or omitted for the first time
   */
  add(update: MetadataUpdate): boolean {
    this.#changed = false;
    const isFirst = this.#members.size === 0;
    const longer: [string, Member][] = [];
    const fresh: [string, Member][] = [];
    for (const [key, text] of update.members) {
      const member = { text, stamp: update.stamps.get(key) ?? update.stamp };
      const known = this.#members.get(key);
      if (known === undefined) fresh.push([key, member]);
      else if (member.stamp < known.stamp) continue;
      else if (text.length > known.text.length) longer.push([key, member]);
      else this.#replace(key, known, member);
    }
    for (const [key, member] of longer) {
      const known = this.#members.get(key);
      if (known === undefined || !this.#hasRoom(0, member.text.length - known.text.length)) this.#omit(key);
      else this.#replace(key, known, member);
    }
    for (const [key, member] of fresh) {
      if (!this.#hasRoom(1, key.length + member.text.length)) {
        this.#omit(key);
        continue;
      }
      this.#set(key, member);
      this.#changed = true;
      if (!isFirst) this.#grown = true;
    }
    return this.#changed;
  }

  /** Returns the stamps of all members by key. */
  *stamps(): Iterable<readonly [key: string, stamp: Stamp]> {
    for (const [key, { stamp }] of this.#members) yield [key, stamp];
  }

  /**
   * Returns the members, and at the end the summary of the omitted ones. If there are new members, all are in code-unit order, so that the
   * result does not depend on the order of merging. Otherwise they stay in their order, so that a repeated body changes nothing.
   */
  result(): Metadata {
    const keys = new Set([...(this.#stored?.keys() ?? []), ...this.#members.keys()]);
    const result = new Map<string, JsonText>();
    for (const key of this.#grown ? [...keys].sort() : keys) {
      const text = this.#members.get(key)?.text;
      if (text !== undefined) result.set(key, text);
    }
    if (this.leftOut === undefined) return result;
    result.delete(OMITTED);
    return result.set(OMITTED, this.#leftOut.summary(this.#members.get(OMITTED)?.text));
  }

  #hasRoom(members: number, units: number): boolean {
    return this.#members.size + members <= this.#bound.members && this.#units + units <= this.#bound.units;
  }

  #set(key: string, member: Member): void {
    this.#members.set(key, member);
    this.#units += key.length + member.text.length;
  }

  #replace(key: string, known: Member, member: Member): void {
    this.#members.set(key, member);
    this.#units += member.text.length - known.text.length;
    if (member.text !== known.text) this.#changed = true;
  }

  #omit(key: string): void {
    if (this.#leftOut.add(key)) this.#changed = true;
  }
}

/** Returns whether metadata without merged updates is within the limit. */
export function isWithinBound(metadata: Metadata): boolean {
  if (metadata.size > BOUND.members) return false;
  let units = 0;
  // Not for…of: it makes an array of each entry.
  metadata.forEach((text, key) => (units += key.length + text.length));
  return units <= BOUND.units;
}

/** Returns the metadata of one record for its trace, from all its trace updates. */
export function metadataOfTrace({ updates, receivedAt }: TraceRecord): MetadataUpdate[] {
  const withMetadata: { readonly stamp: Stamp; readonly metadata: Metadata }[] = [];
  for (const { stamp, fields } of updates) {
    if (fields.metadata !== undefined) withMetadata.push({ stamp, metadata: fields.metadata });
  }
  const [first, ...others] = withMetadata;
  if (first === undefined) return [];
  const { stamp } = first;
  if (others.length === 0) return [{ members: first.metadata, stamps: new Map(), stamp, receivedAt }];
  const members = new Map<string, JsonText>();
  const stamps = new Map<string, Stamp>();
  for (const each of withMetadata) {
    for (const [key, text] of each.metadata) {
      if (each.stamp < (stamps.get(key) ?? '')) continue;
      members.set(key, text);
      stamps.set(key, each.stamp);
    }
  }
  return [{ members, stamps, stamp, receivedAt }];
}
