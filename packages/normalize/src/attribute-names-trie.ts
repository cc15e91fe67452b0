import type { Attributes } from '@sluice/decode';

/** How many shapes are remembered; senders use few, but they choose them. Beyond these remembering begins anew. */
const MOST_SHAPES = 2048;
/** Attributes of one shape, and characters of the name of one. */
const MOST_NAMES = 64;
const LONGEST_NAME = 200;

/** The names of the attributes of a span and of the resource around it, in their order, with what is known of such spans. */
export class AttributeNames<Known> {
  /** The shapes with one name more. */
  readonly next = new Map<string, AttributeNames<Known>>();
  known: Known | undefined;
  /** How often remembering had begun anew when it was met. */
  readonly age: number;
  #inside: AttributeNames<Known> | undefined;

  constructor(age: number) {
    this.age = age;
  }

  /** Of the shape of a resource: that of a span in it, without attributes. */
  get inside(): AttributeNames<Known> {
    return (this.#inside ??= new AttributeNames(this.age));
  }
}

/** The shapes that have been met. */
export class AttributeNamesTrie<Known> {
  #root = new AttributeNames<Known>(0);
  #count = 0;

  /**
   * The shape of attributes; undefined where they are too many, or a name too long, to be remembered, and where what `from` belongs to
   * was forgotten since: it must not grow beside what is remembered now.
   */
  of(attributes: Attributes, from: AttributeNames<Known> = this.#root): AttributeNames<Known> | undefined {
    if (attributes.size > MOST_NAMES) return undefined;
    let shape: AttributeNames<Known> | undefined = from;
    for (const name of attributes.keys()) {
      shape = shape.next.get(name) ?? this.#grow(shape, name);
      if (shape === undefined) return undefined;
    }
    return shape;
  }

  #grow(shape: AttributeNames<Known>, name: string): AttributeNames<Known> | undefined {
    const { age } = this.#root;
    if (name.length > LONGEST_NAME || shape.age !== age) return undefined;
    if (this.#count === MOST_SHAPES) {
      this.#root = new AttributeNames(age + 1);
      this.#count = 0;
      return undefined;
    }
    this.#count++;
    const grown = new AttributeNames<Known>(age);
    shape.next.set(name, grown);
    return grown;
  }
}
