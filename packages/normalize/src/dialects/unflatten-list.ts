import type { JsonText } from '@sluice/record';
import { objectText } from '../json-text';
import { attributeText } from '../redact';
import { attribute, membersOf } from '../span-view';
import type { SpanView } from '../span-view';
import { takeTogether } from './readers';

/**
 * How many places a list has. A list is made of what was sent alone, so that an index makes no places before it; one
 * beyond these is no place of a message and stays in metadata.
 */
const MAX_PLACES = 10_000;

/** How deep an item may be: below this an attribute stays in metadata. */
const MAX_DEPTH = 16;

/** An object or a list while it is put together: text is a value, ready to be written. */
type Node = Map<string, Node | JsonText>;

/**
 * The list of which senders flatten the items into numbered attributes, `<family>.0.message.role`: rebuilt as the names
 * spell it, values as sent. Places that nothing was sent for are closed. What is no place in the list is left alone, as
 * `gen_ai.prompt.name` beside `gen_ai.prompt.0.role`.
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

/** Puts a value at its place; false where another value is in its way, or it is too deep. */
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

/** A list where every name is a place in one, else an object. */
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
