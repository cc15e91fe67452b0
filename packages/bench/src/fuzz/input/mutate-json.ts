import type { Choices } from './choices';
import { DEPTHS, KEY_LITERALS, LONG_STRINGS, NUMBERS, STRINGS, TIMES, TOKENS } from './edge-values';
import { type JsonNode, type JsonTree, nested, toText } from './json-tree';
import { mutateBytes } from './mutate-bytes';

/** Value with its key and its parent in the tree. */
interface Member {
  readonly parent: JsonNode;
  readonly at: number;
  readonly pair: JsonNode['members'][number];
  readonly path: string;
}

interface Mutated {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly choices: Choices;
}

/** Changes a tree at one value. @returns its description, for the report of a failure */
type Mutation = (mutated: Mutated) => string;

/** Maximum length of text that is nested or repeated: a body must not grow without bound. */
const LONGEST = 200_000;

const MUTATIONS: readonly Mutation[] = [
  ({ member, choices }) => {
    member.pair[1] = choices.pick(TOKENS);
    return 'retyped';
  },
  ({ member, choices }) => {
    member.pair[1] = anotherLike(member.pair[1], choices);
    return 'replaced by another of its kind';
  },
  ({ member: { parent, at } }) => {
    parent.members.splice(at, 1);
    return 'dropped';
  },
  ({ member: { parent, at, pair } }) => {
    parent.members.splice(at, 0, [...pair]);
    return 'doubled';
  },
  ({ member: { parent, pair }, choices }) => {
    parent.members.push([pair[0], choices.pick(TOKENS)]);
    return 'given a second value';
  },
  ({ member: { parent, pair }, choices }) => {
    if (parent.kind === 'members') pair[0] = choices.pick(KEY_LITERALS);
    return 'renamed';
  },
  ({ member: { parent }, choices }) => {
    if (parent.kind === 'members') parent.members.push([choices.pick(KEY_LITERALS), choices.pick(TOKENS)]);
    return 'given a sibling of another name';
  },
  ({ member, members, choices }) => {
    const other = choices.pick(members);
    // Inserted as text: a tree that contains itself has no text.
    member.pair[1] = toText(other.pair[1]).slice(0, LONGEST);
    return `replaced by ${other.path}`;
  },
  ({ member, choices }) => {
    const depth = choices.pick(DEPTHS);
    member.pair[1] = nested(toText(member.pair[1]), depth, choices.pick(['list', 'members'] as const));
    return `nested ${depth} deep`;
  },
  ({ member, choices }) => {
    const inner = toText(member.pair[1]);
    const times = Math.min(choices.pick([2, 3, 10, 100, 201, 1000]), Math.ceil(LONGEST / (inner.length + 1)));
    member.pair[1] = `[${Array.from({ length: times }, () => inner).join(',')}]`;
    return `repeated ${times} times in a list`;
  },
];

/** Bodies that replace the whole body. */
const OTHER_ROOTS = ['[]', '"a"', '0', 'null', '{}', '{"resourceLogs":[]}', '{"resourceSpans":{}}', '{"metrics":null}'];

/** Returns a body with a few changed values and rarely with changed bytes, and descriptions of the changes for the report of a failure. */
export function mutatedJson(root: JsonTree, choices: Choices): { readonly body: Buffer; readonly done: string[] } {
  const isOther = choices.oneIn(80);
  const done = isOther ? ['another body'] : mutateMembers(root, choices);
  const text = isOther ? choices.pick([...OTHER_ROOTS, ...TOKENS]) : toText(root);
  const { bytes: body, done: bytesDone } = mutateBytes(Buffer.from(text), choices, 12);
  return { body, done: [...done, ...bytesDone] };
}

/** Changes a few values of a tree. @returns descriptions of the changes */
export function mutateMembers(root: JsonTree, choices: Choices): string[] {
  const done: string[] = [];
  for (let left = choices.pick([0, 0, 0, 1, 1, 1, 2, 4]); left > 0; left -= 1) {
    const members = membersOf(root);
    if (members.length === 0) break;
    const member = choices.pick(members);
    done.push(`${member.path} ${choices.pick(MUTATIONS)({ member, members, choices })}`);
  }
  return done;
}

function membersOf(root: JsonTree): readonly Member[] {
  const members: Member[] = [];
  const visit = (tree: JsonTree, path: string): void => {
    if (typeof tree === 'string') return;
    tree.members.forEach((pair, at) => {
      const own = path + (tree.kind === 'list' ? `[${at}]` : `.${pair[0].slice(1, -1)}`);
      members.push({ parent: tree, at, pair, path: own });
      visit(pair[1], own);
    });
  };
  visit(root, '$');
  return members;
}

/** Returns a value that passes a check of the type alone. */
function anotherLike(tree: JsonTree, choices: Choices): JsonTree {
  if (typeof tree !== 'string') return tree.kind === 'list' ? '[]' : '{}';
  if (/^"\d{4}-/.test(tree)) return JSON.stringify(choices.pick(TIMES));
  if (tree.startsWith('"')) return choices.pick(choices.oneIn(4) ? LONG_STRINGS : STRINGS);
  return choices.pick(NUMBERS);
}
