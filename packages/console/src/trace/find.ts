import { ID_LENGTH, type ObservationColumns, type Words } from './observation-columns';

/** Fields of an observation that are searched at once, its level as a word: `error` finds those that failed. */
const SEARCHED = ['name', 'type', 'model', 'level', 'statusMessage', 'version'] as const;

/** Texts that were read for a search. */
export interface SearchedTexts {
  /** Sets to 1 in `found` each row whose texts have the wanted one, in any case. */
  readonly mark: (columns: ObservationColumns, wanted: string, found: Uint8Array) => void;
}

/** Rows in which a text occurs, in any case: in names, types, models, levels, messages, ids, and in texts that were read already. */
export function findRows(columns: ObservationColumns, wanted: string, texts?: SearchedTexts): Int32Array {
  const needle = wanted.toLowerCase();
  if (needle === '') return new Int32Array();
  const found = new Uint8Array(columns.count);
  for (const name of SEARCHED) markWords(columns.words[name], needle, found);
  markIds(columns, needle, found);
  texts?.mark(columns, wanted, found);
  return Int32Array.from(found.keys()).filter((row) => found[row] === 1);
}

/** Each different text is looked through once. */
function markWords({ of, texts }: Words, needle: string, found: Uint8Array): void {
  const matches = texts.map((text) => text.toLowerCase().includes(needle));
  if (!matches.includes(true)) return;
  for (let row = 0; row < of.length; row += 1) if (matches[of[row] ?? -1] === true) found[row] = 1;
}

function markIds({ ids }: ObservationColumns, needle: string, found: Uint8Array): void {
  for (let at = ids.indexOf(needle); at !== -1; at = ids.indexOf(needle, at + 1)) {
    const row = Math.floor(at / ID_LENGTH);
    // Not where one id ends and the next begins.
    if (at + needle.length <= (row + 1) * ID_LENGTH) found[row] = 1;
  }
}

/** The next of some rows, round at the end. @param step 1, or -1 for the one before @returns undefined without any */
export function nextOf(rows: Int32Array, from: number, step: 1 | -1): number | undefined {
  if (step === 1) return rows.find((row) => row > from) ?? rows[0];
  return rows.findLast((row) => row < from) ?? rows.at(-1);
}
