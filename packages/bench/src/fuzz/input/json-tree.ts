/**
 * JSON as a tree that can contain what `JSON.stringify` cannot write: duplicate members, numbers of any size, broken tokens. A leaf is its
 * text.
 */
export type JsonTree = string | JsonNode;

export interface JsonNode {
  readonly kind: 'list' | 'members';
  /** Members with string literals as keys; keys of a list are empty. */
  readonly members: [key: string, value: JsonTree][];
}

export const list = (items: readonly JsonTree[]): JsonNode => ({
  kind: 'list',
  members: items.map((item) => ['', item]),
});

/** Makes an object of the members that have a value. */
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

/** Wraps a value in `depth` lists or objects. Returns text, because recursion over such a tree would overflow the stack. */
export function nested(inner: string, depth: number, kind: 'list' | 'members'): string {
  return kind === 'list'
    ? `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;
}
