/** What a tree of JSON is made of. */
export interface JsonTreeProps {
  /** Valid JSON. */
  readonly text: string;
  /** The values in it that are shown, with their names and places. */
  readonly values: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}
