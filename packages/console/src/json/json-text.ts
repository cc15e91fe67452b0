/** Text and values of a JSON tree. */
export interface JsonTreeProps {
  /** Valid JSON. */
  readonly text: string;
  /** Shown values, with their names and offsets in the text. */
  readonly values: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}
