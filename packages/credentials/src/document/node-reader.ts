import { type Node, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { nearest } from './names';
import type { Parsed } from './parse-yaml';
import type { Problems } from './problems';

/** Contents of a list in words, and its limit. */
interface ListOf {
  readonly of: string;
  readonly most: number;
}

/** Reader of the nodes of a document; reports nodes of the wrong kind. */
export class NodeReader {
  readonly #lineOf: Parsed['lineOf'];
  readonly #problems: Problems;

  constructor(lineOf: Parsed['lineOf'], problems: Problems) {
    this.#lineOf = lineOf;
    this.#problems = problems;
  }

  /**
   * Returns the members of a mapping. An unknown member is a problem: a misspelt `expires` would be credentials forever. Its name is shown
   * only if it is similar to a known one, because text in the wrong place may be secret.
   */
  members<const N extends string>(node: unknown, place: string, known: readonly N[]): ReadonlyMap<N, Node> | undefined {
    if (!isMap(node)) {
      this.#expected(place, `a mapping of ${known.join(', ')}`, node);
      return undefined;
    }
    const members = new Map<N, Node>();
    for (const { key, value } of node.items) {
      const written = isScalar(key) && typeof key.value === 'string' ? key.value : undefined;
      const name = known.find((each) => each === written);
      if (name === undefined) {
        this.#unknown(place, { written, line: this.#lineOf(isNode(key) ? key : node) }, known);
      } else if (members.has(name)) {
        this.#problems.add(within(place, name), 'it is given twice');
      } else if (isNode(value) && !(isScalar(value) && value.value === null)) {
        members.set(name, value);
      } else {
        this.#problems.add(within(place, name), 'it is empty');
      }
    }
    return members;
  }

  /** Returns the entries of a mapping with names of the user's choice. */
  named(node: unknown, place: string, { of, most }: ListOf): readonly (readonly [string, unknown])[] {
    const accepted = `a mapping of 1 to ${most} ${of}`;
    if (!isMap(node)) {
      this.#expected(place, accepted, node);
      return [];
    }
    if (node.items.length === 0 || node.items.length > most) {
      this.#problems.add(place, `expected ${accepted}, got ${node.items.length}`);
      return [];
    }
    return node.items.map(({ key, value }) => [this.text(key, place) ?? '', value]);
  }

  items(node: unknown, place: string, { of, most }: ListOf): readonly unknown[] {
    const accepted = `a list of 1 to ${most} ${of}`;
    if (!isSeq(node)) {
      this.#expected(place, accepted, node);
      return [];
    }
    if (node.items.length >= 1 && node.items.length <= most) return node.items;
    this.#problems.add(place, `expected ${accepted}, got ${node.items.length}`);
    return [];
  }

  /** Returns the text of a scalar as it is written, also that of a number; undefined for another node. */
  text(node: unknown, place: string): string | undefined {
    if (isScalar(node) && node.value !== null) return typeof node.value === 'string' ? node.value : node.source;
    this.#expected(place, 'text', node);
    return undefined;
  }

  #expected(place: string, accepted: string, node: unknown): void {
    this.#problems.add(place, `expected ${accepted}, got ${kindOf(node)}`);
  }

  #unknown(
    place: string,
    { written, line }: { readonly written: string | undefined; readonly line: number },
    known: readonly string[],
  ): void {
    const meant = written === undefined ? undefined : nearest(written, known);
    if (meant !== undefined && written !== undefined) {
      this.#problems.add(within(place, written), `there is no such member, did you mean "${meant}"?`);
    } else {
      this.#problems.add(place, `the member in line ${line} is unknown, accepted are ${known.join(', ')}`);
    }
  }
}

/** Location of a member. */
export const within = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

function kindOf(node: unknown): string {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  if (isAlias(node)) return 'an alias, which is not accepted';
  return isScalar(node) && node.value !== null ? 'text' : 'nothing';
}
