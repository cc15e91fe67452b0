import type { Attributes } from '@sluice/decode';

/** Limit of remembered nodes; senders use few, but they choose the names. At the limit the trie is cleared. */
const MAX_SHAPES = 2048;
/** Limits of a remembered span: number of its attributes, and characters of a name. */
const MAX_NAMES = 64;
const LONGEST_NAME = 200;

/** Node of the trie: the names of the attributes of a resource and a span in it, in their order, with what is known of such spans. */
export class AttributeNames<Known> {
  /** Nodes with one more name. */
  readonly next = new Map<string, AttributeNames<Known>>();
  known: Known | undefined;
  /** Number of times that the trie had been cleared when the node was created. */
  readonly age: number;
  #inside: AttributeNames<Known> | undefined;

  constructor(age: number) {
    this.age = age;
  }

  /** Node of the spans of a resource, from the resource's node: that of a span without attributes. */
  get inside(): AttributeNames<Known> {
    return (this.#inside ??= new AttributeNames(this.age));
  }
}

/** Trie of the sequences of attribute names that were received. */
export class AttributeNamesTrie<Known> {
  #root = new AttributeNames<Known>(0);
  #count = 0;

  /**
   * Returns the node of attributes below `from`. Undefined if they are too many or a name is too long, and if `from` was cleared since: a
   * cleared node must not grow in addition to the current ones.
   */
  of(attributes: Attributes, from: AttributeNames<Known> = this.#root): AttributeNames<Known> | undefined {
    if (attributes.size > MAX_NAMES) return undefined;
    let node: AttributeNames<Known> | undefined = from;
    for (const name of attributes.keys()) {
      node = node.next.get(name) ?? this.#grow(node, name);
      if (node === undefined) return undefined;
    }
    return node;
  }

  #grow(node: AttributeNames<Known>, name: string): AttributeNames<Known> | undefined {
    const { age } = this.#root;
    if (name.length > LONGEST_NAME || node.age !== age) return undefined;
    if (this.#count === MAX_SHAPES) {
      this.#root = new AttributeNames(age + 1);
      this.#count = 0;
      return undefined;
    }
    this.#count++;
    const grown = new AttributeNames<Known>(age);
    node.next.set(name, grown);
    return grown;
  }
}
