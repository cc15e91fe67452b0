import { type JsonText, type Stamp, ITEM_LIMITS, eachMember, endOfValue, parseJson } from '@sluice/record';

/** Value of a member of metadata. */
export interface Member {
  /** Value as it was read or sent. */
  readonly text: JsonText;
  /** Highest stamp with which the value was sent. */
  stamp: Stamp;
  /** Its members, if they have stamps of their own: they, and not `text`, are the value. */
  nested: Nested | undefined;
}

/** Object whose members merge one by one. */
export interface Nested {
  readonly members: Map<string, Member>;
  /** Stamp of the last value that replaced the object as a whole: members with a lower stamp are no longer valid. */
  reset: Stamp;
  /** A member was added or replaced. */
  changed: boolean;
  grown: boolean;
}

/** Number of members of an object and of the objects in it, and UTF-16 units of its text. */
export interface Size {
  readonly members: number;
  readonly units: number;
}

/** Stamps of an object that differ from that of the object around it; an empty text: the same, or no reset. */
type StampTree = readonly [stamp: Stamp, reset: Stamp, members: readonly (readonly [key: string, tree: StampTree])[]];

const OPEN_BRACE = 0x7b;

/** Units of a member beside its key and its value: quotes, colon and comma. */
export const MEMBER_UNITS = 4;

/**
 * Returns the members of a value, each with the stamp of the value. A value is replaced as a whole, for which the result is undefined, if it is
 * no object, or has more than `ITEM_LIMITS.metadataMembers` members, with those of the objects in it.
 * @param stamps text of `nestedStamps`, which a value has that is merged already, however many members it has
 */
export function nestedOf(text: JsonText, stamp: Stamp, reset: Stamp = '', stamps?: string): Nested | undefined {
  if (text.charCodeAt(0) !== OPEN_BRACE) return undefined;
  const tree: StampTree = stamps === undefined ? ['', reset, []] : (parseJson(stamps) as StampTree);
  const reader = { text, room: stamps === undefined ? ITEM_LIMITS.metadataMembers : Infinity };
  const { nested } = readObject(reader, 0, stamp, tree, 1);
  return reader.room < 0 ? undefined : nested;
}

/** Reads the object that begins at `open`. @returns its members, and the index after it */
function readObject(
  reader: { readonly text: string; room: number },
  open: number,
  stamp: Stamp,
  [, reset, own]: StampTree,
  level: number,
): { nested: Nested; end: number } {
  const { text } = reader;
  const trees = new Map(own);
  const members = new Map<string, Member>();
  const end = eachMember(text, open, (key, start) => {
    reader.room--;
    const tree = trees.get(key) ?? UNIFORM;
    const memberStamp = tree[0] || stamp;
    if (reader.room >= 0 && level < ITEM_LIMITS.nesting && text.charCodeAt(start) === OPEN_BRACE) {
      const inner = readObject(reader, start, memberStamp, tree, level + 1);
      members.set(key, { text: text.slice(start, inner.end), stamp: memberStamp, nested: inner.nested });
      return inner.end;
    }
    const end = endOfValue(text, start);
    members.set(key, { text: text.slice(start, end), stamp: memberStamp, nested: undefined });
    return end;
  });
  return { nested: { members, reset, changed: false, grown: false }, end };
}

const UNIFORM: StampTree = ['', '', []];

/** Returns the size of a value, without its key; one that is replaced as a whole has no members. */
export const sizeOf = ({ text, nested }: Member): Size =>
  nested === undefined ? { members: 0, units: text.length } : sizeOfNested(nested);

export function sizeOfNested(nested: Nested): Size {
  let members = 0;
  let units = 1;
  for (const [key, member] of nested.members) {
    const inner = sizeOf(member);
    members += 1 + inner.members;
    units += key.length + MEMBER_UNITS + inner.units;
  }
  return { members, units };
}

/** Returns the UTF-16 units of a value, without its key. */
export const unitsOf = (member: Member): number =>
  member.nested === undefined ? member.text.length : sizeOf(member).units;

/**
 * Returns the text of a value. That of an object in which nothing changed is the one that was read; any other has the texts of its members, in
 * code-unit order if there are new ones.
 * @param reset that of the objects around it
 */
export function textOf({ text, nested }: Member, reset: Stamp = ''): JsonText {
  if (nested === undefined) return text;
  const from = laterOf(reset, nested.reset);
  let { changed } = nested;
  const parts: [key: string, text: JsonText][] = [];
  for (const [key, member] of nested.members) {
    if (member.stamp < from) {
      changed = true;
      continue;
    }
    const rendered = textOf(member, from);
    if (rendered !== member.text) changed = true;
    parts.push([key, rendered]);
  }
  if (!changed) return text;
  if (nested.grown) parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${parts.map(([key, each]) => `${JSON.stringify(key)}:${each}`).join(',')}}`;
}

/** Returns the stamps of the members of a value as text for the row, in one order; undefined if all follow from that of the value. */
export function nestedStamps(member: Member): string | undefined {
  const tree = treeOf(member, member.stamp, '');
  return tree && JSON.stringify(tree);
}

function treeOf({ stamp, nested }: Member, around: Stamp, reset: Stamp): StampTree | undefined {
  const from = laterOf(reset, nested?.reset ?? '');
  const trees: (readonly [string, StampTree])[] = [];
  for (const [key, member] of nested?.members ?? []) {
    const tree = member.stamp < from ? undefined : treeOf(member, stamp, from);
    if (tree !== undefined) trees.push([key, tree]);
  }
  if (stamp === around && from === reset && trees.length === 0) return undefined;
  trees.sort(([a], [b]) => (a < b ? -1 : 1));
  return [stamp === around ? '' : stamp, from === reset ? '' : from, trees];
}

export const laterOf = (a: Stamp, b: Stamp): Stamp => (a < b ? b : a);
