import type { Choices } from './choices';
import { DEPTHS, KEY_LITERALS, LONG_STRINGS, NUMBERS, STRINGS, TIMES, TOKENS } from './edge-values';
import { type JsonNode, type JsonTree, nested, toText } from './json-tree';
import { mutateBytes } from './mutate-bytes';

/** Value with its key and its parent in the tree. */
interface Place {
  readonly parent: JsonNode;
  readonly at: number;
  readonly member: JsonNode['members'][number];
  readonly path: string;
}

interface Mutated {
  readonly place: Place;
  readonly places: readonly Place[];
  readonly choices: Choices;
}

/** Changes a tree at one value. @returns its description, for the report of a failure */
type Mutation = (mutated: Mutated) => string;

/** Maximum length of text that is nested or repeated: a body must not grow without bound. */
const LONGEST = 200_000;

const MUTATIONS: readonly Mutation[] = [
  ({ place, choices }) => {
    place.member[1] = choices.pick(TOKENS);
    return 'retyped';
  },
  ({ place, choices }) => {
    place.member[1] = anotherLike(place.member[1], choices);
    return 'replaced by another of its kind';
  },
  ({ place: { parent, at } }) => {
    parent.members.splice(at, 1);
    return 'dropped';
  },
  ({ place: { parent, at, member } }) => {
    parent.members.splice(at, 0, [...member]);
    return 'doubled';
  },
  ({ place: { parent, member }, choices }) => {
    parent.members.push([member[0], choices.pick(TOKENS)]);
    return 'given a second value';
  },
  ({ place: { parent, member }, choices }) => {
    if (parent.kind === 'members') member[0] = choices.pick(KEY_LITERALS);
    return 'renamed';
  },
  ({ place: { parent }, choices }) => {
    if (parent.kind === 'members') parent.members.push([choices.pick(KEY_LITERALS), choices.pick(TOKENS)]);
    return 'given a sibling of another name';
  },
  ({ place, places, choices }) => {
    const other = choices.pick(places);
    // Inserted as text: a tree that contains itself has no text.
    place.member[1] = toText(other.member[1]).slice(0, LONGEST);
    return `replaced by ${other.path}`;
  },
  ({ place, choices }) => {
    const depth = choices.pick(DEPTHS);
    place.member[1] = nested(toText(place.member[1]), depth, choices.pick(['list', 'members'] as const));
    return `nested ${depth} deep`;
  },
  ({ place, choices }) => {
    const inner = toText(place.member[1]);
    const times = Math.min(choices.pick([2, 3, 10, 100, 201, 1000]), Math.ceil(LONGEST / (inner.length + 1)));
    place.member[1] = `[${Array.from({ length: times }, () => inner).join(',')}]`;
    return `repeated ${times} times in a list`;
  },
];

/** Bodies that replace the whole body. */
const OTHER_ROOTS = ['[]', '"a"', '0', 'null', '{}', '{"resourceLogs":[]}', '{"resourceSpans":{}}', '{"metrics":null}'];

/** Returns a body with a few changed values and rarely with changed bytes, and descriptions of the changes for the report of a failure. */
export function mutatedJson(root: JsonTree, choices: Choices): { readonly body: Buffer; readonly done: string[] } {
  const isOther = choices.oneIn(80);
  const done = isOther ? ['another body'] : mutatePlaces(root, choices);
  const text = isOther ? choices.pick([...OTHER_ROOTS, ...TOKENS]) : toText(root);
  const { bytes: body, done: bytesDone } = mutateBytes(Buffer.from(text), choices, 12);
  return { body, done: [...done, ...bytesDone] };
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
    tree.members.forEach((member, at) => {
      const own = path + (tree.kind === 'list' ? `[${at}]` : `.${member[0].slice(1, -1)}`);
      places.push({ parent: tree, at, member, path: own });
      visit(member[1], own);
    });
  };
  visit(root, '$');
  return places;
}

/** Returns a value that passes a check of the type alone. */
function anotherLike(tree: JsonTree, choices: Choices): JsonTree {
  if (typeof tree !== 'string') return tree.kind === 'list' ? '[]' : '{}';
  if (/^"\d{4}-/.test(tree)) return JSON.stringify(choices.pick(TIMES));
  if (tree.startsWith('"')) return choices.pick(choices.oneIn(4) ? LONG_STRINGS : STRINGS);
  return choices.pick(NUMBERS);
}
