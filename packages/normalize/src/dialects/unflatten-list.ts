import type { JsonText } from '@sluice/record';
import { objectText } from '../json-text';
import { attributeText } from '../redact';
import { attribute, membersOf } from '../span-view';
import type { SpanView } from '../span-view';
import { takeTogether } from './readers';

/**
 * Limit of list indices. A list contains only sent items, so an index creates no items before it; a higher index is not one of a message
 * and stays in metadata.
 */
const MAX_PLACES = 10_000;

/** Limit of an item's depth: a deeper attribute stays in metadata. */
const MAX_DEPTH = 16;

/** An object or a list under construction; text is a finished value. */
type Node = Map<string, Node | JsonText>;

/**
 * Rebuilds a list whose items senders flatten into numbered attributes, `<family>.0.message.role`, with values as sent. Gaps in the numbers
 * are closed. Attributes without an index are ignored, such as `gen_ai.prompt.name` next to `gen_ai.prompt.0.role`.
 */
export function flattened(family: string): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const members = membersOf(view, family);
    if (members.length === 0) return undefined;
    const list: Node = new Map();
    const taken: string[] = [];
    for (const { attribute: name, path } of members) {
      const value = attribute(view, name);
      if (path === undefined || value === undefined || !isPlace(path[0] ?? '')) continue;
      if (place(list, path, attributeText(name, value))) taken.push(name);
    }
    return taken.length === 0 ? undefined : takeTogether(view, taken, textOf(list));
  };
}

/** Inserts a value at its path; false if another value is in its way, or the path is too deep. */
function place(list: Node, path: readonly string[], text: JsonText): boolean {
  if (path.length > MAX_DEPTH) return false;
  let node = list;
  const last = path.length - 1;
  for (let at = 0; at < last; at++) {
    const name = path[at] ?? '';
    const inner = node.get(name);
    if (typeof inner === 'string') return false;
    if (inner === undefined) {
      const made: Node = new Map();
      node.set(name, made);
      node = made;
    } else {
      node = inner;
    }
  }
  const name = path[last] ?? '';
  if (node.has(name)) return false;
  node.set(name, text);
  return true;
}

/** Writes a node: a list if every name is an index, otherwise an object. */
function textOf(node: Node): JsonText {
  const names = [...node.keys()];
  if (!names.every(isPlace)) return objectText(names.map((name) => [name, innerText(node, name)]));
  if (names.length > 1) names.sort((a, b) => Number(a) - Number(b));
  return `[${names.map((name) => innerText(node, name)).join(',')}]`;
}

function innerText(node: Node, name: string): JsonText {
  const inner = node.get(name) ?? '';
  return typeof inner === 'string' ? inner : textOf(inner);
}

function isPlace(name: string): boolean {
  const first = name.charCodeAt(0) - 0x30;
  if (!(first >= 0 && first <= 9)) return false;
  return name.length === 1 || (/^[1-9]\d{1,4}$/.test(name) && Number(name) < MAX_PLACES);
}
