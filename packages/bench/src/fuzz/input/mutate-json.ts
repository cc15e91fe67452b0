import type { Choices } from './choices';
import { DEPTHS, KEY_LITERALS, LONG_STRINGS, NUMBERS, STRINGS, TIMES, TOKENS } from './interesting';
import { type JsonList, type JsonMembers, type JsonTree, nested, toText } from './json-tree';

/** Where a value stands in its tree. */
interface Place {
  readonly parent: JsonList | JsonMembers;
  readonly at: number;
  readonly path: string;
}

interface Mutated {
  readonly place: Place;
  readonly places: readonly Place[];
  readonly choices: Choices;
}

/** Changes a tree at one place. @returns what it did, for the reader of a failure */
type Mutation = (mutated: Mutated) => string;

/** The longest text that is nested or repeated: a body must not grow without bound. */
const LONGEST = 200_000;

const MUTATIONS: readonly Mutation[] = [
  ({ place, choices }) => {
    set(place, choices.pick(TOKENS));
    return 'retyped';
  },
  ({ place, choices }) => {
    set(place, anotherLike(get(place), choices));
    return 'replaced by another of its kind';
  },
  ({ place: { parent, at } }) => {
    if (parent.kind === 'list') parent.items.splice(at, 1);
    else parent.members.splice(at, 1);
    return 'dropped';
  },
  ({ place: { parent, at } }) => {
    if (parent.kind === 'list') parent.items.splice(at, 0, ...parent.items.slice(at, at + 1));
    else parent.members.splice(at, 0, ...parent.members.slice(at, at + 1));
    return 'doubled';
  },
  ({ place: { parent, at }, choices }) => {
    const other = choices.pick(TOKENS);
    if (parent.kind === 'list') parent.items.push(other);
    else parent.members.push([parent.members[at]?.[0] ?? '"a"', other]);
    return 'given a second value';
  },
  ({ place: { parent, at }, choices }) => {
    const member = parent.kind === 'members' ? parent.members[at] : undefined;
    if (member !== undefined) member[0] = choices.pick(KEY_LITERALS);
    return 'renamed';
  },
  ({ place: { parent }, choices }) => {
    if (parent.kind === 'members') parent.members.push([choices.pick(KEY_LITERALS), choices.pick(TOKENS)]);
    return 'given a sibling of another name';
  },
  ({ place, places, choices }) => {
    const other = choices.pick(places);
    // As text: a tree that holds itself has no text.
    set(place, toText(get(other)).slice(0, LONGEST));
    return `replaced by ${other.path}`;
  },
  ({ place, choices }) => {
    const depth = choices.pick(DEPTHS);
    set(place, nested(toText(get(place)), depth, choices.pick(['list', 'members'] as const)));
    return `nested ${depth} deep`;
  },
  ({ place, choices }) => {
    const inner = toText(get(place));
    const times = Math.min(choices.pick([2, 3, 10, 100, 201, 1000]), Math.ceil(LONGEST / (inner.length + 1)));
    set(place, `[${Array.from({ length: times }, () => inner).join(',')}]`);
    return `repeated ${times} times in a list`;
  },
];

/** Bodies that have nothing of the one that they stand for. */
const OTHER_ROOTS = ['[]', '"a"', '0', 'null', '{}', '{"resourceLogs":[]}', '{"resourceSpans":{}}', '{"metrics":null}'];

/** A body, changed at up to a few of its places, and what was done, for the reader of a failure. */
export function mutateJson(root: JsonTree, choices: Choices): { readonly text: string; readonly done: string[] } {
  if (choices.oneIn(80)) return { text: choices.pick([...OTHER_ROOTS, ...TOKENS]), done: ['another body'] };
  const done = mutatePlaces(root, choices);
  return { text: toText(root), done };
}

function mutatePlaces(root: JsonTree, choices: Choices): string[] {
  const done: string[] = [];
  for (let left = choices.pick([0, 0, 0, 1, 1, 1, 2, 4]); left > 0; left -= 1) {
    const places = placesOf(root);
    if (places.length === 0) break;
    const place = choices.pick(places);
    done.push(`${place.path} ${choices.pick(MUTATIONS)({ place, places, choices })}`);
  }
  return done;
}

function placesOf(root: JsonTree): readonly Place[] {
  const places: Place[] = [];
  const visit = (tree: JsonTree, path: string): void => {
    if (typeof tree === 'string') return;
    const children = tree.kind === 'list' ? tree.items : tree.members.map(([, value]) => value);
    children.forEach((child, at) => {
      const name = tree.kind === 'list' ? `[${at}]` : `.${(tree.members[at]?.[0] ?? '').slice(1, -1)}`;
      places.push({ parent: tree, at, path: path + name });
      visit(child, path + name);
    });
  };
  visit(root, '$');
  return places;
}

function get({ parent, at }: Place): JsonTree {
  return (parent.kind === 'list' ? parent.items[at] : parent.members[at]?.[1]) ?? 'null';
}

function set({ parent, at }: Place, value: JsonTree): void {
  if (parent.kind === 'list') {
    parent.items[at] = value;
    return;
  }
  const member = parent.members[at];
  if (member !== undefined) member[1] = value;
}

/** A value that passes a check of the type alone. */
function anotherLike(tree: JsonTree, choices: Choices): JsonTree {
  if (typeof tree !== 'string') return tree.kind === 'list' ? '[]' : '{}';
  if (/^"\d{4}-/.test(tree)) return JSON.stringify(choices.pick(TIMES));
  if (tree.startsWith('"')) return choices.pick(choices.oneIn(4) ? LONG_STRINGS : STRINGS);
  return choices.pick(NUMBERS);
}
