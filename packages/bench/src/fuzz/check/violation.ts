/** Something that must not be. */
export interface Violation {
  /** The input that shows it, where it is known. */
  readonly index: number | undefined;
  /** One sentence, for a reader. */
  readonly what: string;
}
