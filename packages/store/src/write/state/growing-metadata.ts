import { type JsonText, type Micros, OMITTED, type Stamp, type TraceRecord, isEventStamp } from '@sluice/record';
import {
  MEMBER_UNITS,
  type Member,
  type Nested,
  laterOf,
  nestedOf,
  nestedStamps,
  sizeOf,
  sizeOfNested,
  textOf,
  unitsOf,
} from './nested-members';
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

/**
 * Limit of the metadata of one row: members, as many again in values that merge by nested members, and UTF-16 units of their keys and values
 * (contract: Limits).
 */
export interface MetadataBound {
  readonly members: number;
  readonly units: number;
}

const BOUND: MetadataBound = { members: 20_000, units: 18 * 1024 * 1024 };

/** Member of an update that is to be stored. */
interface Sent {
  readonly into: Nested;
  readonly key: string;
  readonly member: Member;
  /** Keys of the objects around it, and its own. */
  readonly name: string;
}

/** Stored metadata of a row. */
interface StoredMetadata {
  readonly members: Metadata | undefined;
  readonly stampOf: (key: string) => Stamp;
  /** Returns the text of `nestedStamps` of a value. */
  readonly nestedOf: (key: string) => string | undefined;
  /** Hashes as in `GrowingMetadata.leftOut`. */
  readonly leftOut: string | undefined;
}

/**
 * Metadata of one row, to which records are added one after the other, each in time linear in its own size. Of two values of a member the
 * one with the higher stamp is stored; of two objects, of which the later one is of an event, those of their members are. The metadata has a
 * limit, because the number of requests has none, and a changed row is in memory as a whole. Members beyond the limit are omitted and named in
 * `sluice.omitted` (contract: Limits): stored members stay as they are, new ones are added in the order sent.
 */
export class GrowingMetadata {
  readonly #stored: Metadata | undefined;
  readonly #root: Nested = { members: new Map(), reset: '', changed: false, grown: false };
  readonly #leftOut: LeftOut;
  readonly #bound: MetadataBound;
  #units = 0;
  /** Members of values that merge by nested members. */
  #nested = 0;
  /** A value may have nested members. */
  #hasNested = false;
  /** Values that earlier ones do not merge into. */
  #whole: Set<Member> | undefined;
  #changed = false;

  constructor({ members, stampOf, nestedOf: stampsOf, leftOut }: StoredMetadata, bound = BOUND) {
    this.#stored = members;
    this.#bound = bound;
    this.#leftOut = new LeftOut(leftOut, members?.get(OMITTED));
    for (const [key, text] of members ?? []) {
      const sent = key === OMITTED ? this.#leftOut.sent : text;
      if (sent === undefined) continue;
      const member: Member = { text: sent, stamp: stampOf(key), nested: undefined };
      const stamps = isEventStamp(member.stamp) ? stampsOf(key) : undefined;
      if (stamps !== undefined) {
        member.nested = nestedOf(sent, member.stamp, '', stamps);
        this.#hasNested = true;
      }
      this.#set(this.#root, key, member);
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
    const isFirst = this.#root.members.size === 0;
    const longer: Sent[] = [];
    const fresh: Sent[] = [];
    for (const [key, text] of update.members) {
      const member = { text, stamp: update.stamps.get(key) ?? update.stamp, nested: undefined };
      this.#merge(this.#root, key, member, key, '', longer, fresh);
    }
    for (const sent of longer) {
      const known = sent.into.members.get(sent.key);
      if (known === undefined || !this.#hasRoom(0, unitsOf(sent.member) - unitsOf(known))) this.#omit(sent.name);
      else this.#replace(sent.into, sent.key, known, sent.member);
    }
    for (const { into, key, member, name } of fresh) {
      if (!this.#hasRoomFor(into, key, member)) {
        this.#omit(name);
        continue;
      }
      this.#set(into, key, member);
      this.#changed = true;
      into.changed = true;
      if (into !== this.#root || !isFirst) into.grown = true;
    }
    return this.#changed;
  }

  /** Returns the stamps of all members by key. */
  *stamps(): Iterable<readonly [key: string, stamp: Stamp]> {
    for (const [key, { stamp }] of this.#root.members) yield [key, stamp];
  }

  /** Returns the text of `nestedStamps` of the values that have it, by key. */
  *nestedStamps(): Iterable<readonly [key: string, stamps: string]> {
    if (!this.#hasNested) return;
    for (const [key, member] of this.#root.members) {
      const stamps = nestedStamps(member);
      if (stamps !== undefined) yield [key, stamps];
    }
  }

  /**
   * Returns the members, and at the end the summary of the omitted ones. If there are new members, all are in code-unit order, so that the
   * result does not depend on the order of merging. Otherwise they stay in their order, so that a repeated body changes nothing.
   */
  result(): Metadata {
    const { members, grown } = this.#root;
    const keys = new Set([...(this.#stored?.keys() ?? []), ...members.keys()]);
    const result = new Map<string, JsonText>();
    for (const key of grown ? [...keys].sort() : keys) {
      const member = members.get(key);
      if (member !== undefined) result.set(key, member.nested === undefined ? member.text : textOf(member));
    }
    if (this.leftOut === undefined) return result;
    result.delete(OMITTED);
    return result.set(OMITTED, this.#leftOut.summary(members.get(OMITTED)?.text));
  }

  /**
   * Merges a member into those of an object. Its values are arguments of their own: most are replaced at once, without an object for them.
   * @param reset that of the objects around it
   * @param longer receives what becomes longer
   * @param fresh receives what is new
   */
  #merge(into: Nested, key: string, member: Member, name: string, reset: Stamp, longer: Sent[], fresh: Sent[]): void {
    const known = into.members.get(key);
    if (known === undefined) {
      fresh.push({ into, key, member, name });
      return;
    }
    const isOfEvent = isEventStamp(member.stamp) || isEventStamp(known.stamp);
    if (isOfEvent && into === this.#root && key !== OMITTED) this.#open(known, member);
    const { nested } = member;
    if (known.nested !== undefined && nested !== undefined) {
      known.stamp = laterOf(known.stamp, member.stamp);
      this.#reset(known.nested, nested.reset, reset);
      const from = laterOf(reset, known.nested.reset);
      for (const [inner, each] of nested.members) {
        if (each.stamp < from) continue;
        this.#merge(known.nested, inner, each, `${name}.${inner}`, from, longer, fresh);
      }
    } else if (member.stamp < known.stamp) {
      if (known.nested !== undefined) this.#reset(known.nested, member.stamp, reset);
    } else {
      if (nested !== undefined) nested.reset = laterOf(nested.reset, known.stamp);
      if (unitsOf(member) > unitsOf(known)) longer.push({ into, key, member, name });
      else this.#replace(into, key, known, member);
    }
  }

  /**
   * Gives two values the members that they have as objects, if the later one is of an event and there is room. A value of another source
   * replaces as a whole every value that is earlier.
   */
  #open(known: Member, sent: Member): void {
    const isOlder = sent.stamp < known.stamp;
    const isSentOfEvent = isEventStamp(sent.stamp);
    const isKnownOfEvent = isEventStamp(known.stamp);
    if (isOlder ? !isKnownOfEvent || this.#whole?.has(known) === true : !isSentOfEvent) return;
    if (known.nested === undefined && known.text === sent.text && isKnownOfEvent && isSentOfEvent) return;
    const nested = nestedOf(sent.text, sent.stamp, isSentOfEvent ? '' : sent.stamp);
    if (!isOlder && nested === undefined) return;
    if (known.nested === undefined) {
      const opened = nestedOf(known.text, known.stamp, isKnownOfEvent ? '' : known.stamp);
      if (!this.#hasRoomToOpen(isOlder ? opened : (opened ?? nested))) {
        if (isOlder) (this.#whole ??= new Set()).add(known);
        return;
      }
      this.#units -= unitsOf(known);
      known.nested = opened;
      this.#units += unitsOf(known);
      if (opened !== undefined) this.#nested += sizeOfNested(opened).members;
    }
    sent.nested = nested;
    this.#hasNested = true;
  }

  #hasRoomToOpen(nested: Nested | undefined): boolean {
    return nested !== undefined && this.#nested + sizeOfNested(nested).members <= this.#bound.members;
  }

  /** Replaces as a whole what is earlier than a stamp. @param around reset of the objects around it */
  #reset(nested: Nested, stamp: Stamp, around: Stamp): void {
    if (stamp <= laterOf(around, nested.reset)) return;
    nested.reset = stamp;
    this.#changed = true;
  }

  #hasRoom(members: number, units: number): boolean {
    return this.#root.members.size + members <= this.#bound.members && this.#units + units <= this.#bound.units;
  }

  #hasRoomFor(into: Nested, key: string, member: Member): boolean {
    if (into === this.#root) return this.#hasRoom(1, key.length + member.text.length);
    const { members, units } = sizeOf(member);
    return this.#nested + 1 + members <= this.#bound.members && this.#hasRoom(0, key.length + MEMBER_UNITS + units);
  }

  #set(into: Nested, key: string, member: Member): void {
    into.members.set(key, member);
    this.#units += key.length + unitsOf(member);
    if (member.nested !== undefined) this.#nested += sizeOfNested(member.nested).members;
    if (into === this.#root) return;
    this.#units += MEMBER_UNITS;
    this.#nested++;
  }

  #replace(into: Nested, key: string, known: Member, member: Member): void {
    into.members.set(key, member);
    this.#units += unitsOf(member) - unitsOf(known);
    if (known.nested !== undefined) this.#nested -= sizeOfNested(known.nested).members;
    if (member.nested !== undefined) this.#nested += sizeOfNested(member.nested).members;
    if (member.text === known.text && known.nested === undefined) return;
    this.#changed = true;
    into.changed = true;
  }

  #omit(name: string): void {
    if (this.#leftOut.add(name)) this.#changed = true;
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
