/**
 * JSON as a tree that can spell what `JSON.stringify` cannot: members twice, numbers of any size, broken tokens. A leaf
 * is its text.
 */
export type JsonTree = string | JsonNode;

export interface JsonNode {
  readonly kind: 'list' | 'members';
  /** Each key is a string literal; of a list it is none. */
  readonly members: [key: string, value: JsonTree][];
}

export const list = (items: readonly JsonTree[]): JsonNode => ({
  kind: 'list',
  members: items.map((item) => ['', item]),
});

/** An object of the members that have a value. */
export function object(members: Readonly<Record<string, JsonTree | undefined>>): JsonNode {
  const entries = Object.entries(members).flatMap(([key, value]): [string, JsonTree][] =>
    value === undefined ? [] : [[JSON.stringify(key), value]],
  );
  return { kind: 'members', members: entries };
}

export const text = (value: string): JsonTree => JSON.stringify(value);
export const number = (value: number): JsonTree => String(value);

export function toText(tree: JsonTree): string {
  if (typeof tree === 'string') return tree;
  if (tree.kind === 'list') return `[${tree.members.map(([, value]) => toText(value)).join(',')}]`;
  return `{${tree.members.map(([key, value]) => `${key}:${toText(value)}`).join(',')}}`;
}

/** A tree inside so many lists or objects. Only its text: a tree this deep would be walked by recursion. */
export function nested(inner: string, depth: number, kind: 'list' | 'members'): string {
  return kind === 'list'
    ? `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;
}
