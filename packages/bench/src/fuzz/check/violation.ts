/** Something that must not be. */
export interface Violation {
  /** The input that shows it, where it is known. */
  readonly index: number | undefined;
  /** The project that shows it, by its place; without: any. */
  readonly place?: number;
  /** One sentence, for a reader. */
  readonly what: string;
}
