import { ID_LENGTH, type ObservationColumns, type Words } from './observation-columns';

/** Fields of an observation that are searched without a request. The level is searched as a word: `error` finds failed observations. */
const SEARCHED = ['name', 'type', 'model', 'level', 'statusMessage', 'version'] as const;

/** Texts that were read for a search. */
export interface SearchedTexts {
  /** Sets `found` to 1 for each row with a text that contains the wanted one, ignoring case. */
  readonly mark: (columns: ObservationColumns, wanted: string, found: Uint8Array) => void;
}

/** Finds the rows that contain a text, ignoring case: in names, types, models, levels, messages, ids and the texts read so far. */
export function findRows(columns: ObservationColumns, wanted: string, texts?: SearchedTexts): Int32Array {
  const needle = wanted.toLowerCase();
  if (needle === '') return new Int32Array();
  const found = new Uint8Array(columns.count);
  for (const name of SEARCHED) markWords(columns.words[name], needle, found);
  markIds(columns, needle, found);
  texts?.mark(columns, wanted, found);
  return Int32Array.from(found.keys()).filter((row) => found[row] === 1);
}

/** Searches each distinct text once. */
function markWords({ of, texts }: Words, needle: string, found: Uint8Array): void {
  const matches = texts.map((text) => text.toLowerCase().includes(needle));
  if (!matches.includes(true)) return;
  for (let row = 0; row < of.length; row += 1) if (matches[of[row] ?? -1] === true) found[row] = 1;
}

function markIds({ ids }: ObservationColumns, needle: string, found: Uint8Array): void {
  for (let at = ids.indexOf(needle); at !== -1; at = ids.indexOf(needle, at + 1)) {
    const row = Math.floor(at / ID_LENGTH);
    // A match across the end of one id and the start of the next does not count.
    if (at + needle.length <= (row + 1) * ID_LENGTH) found[row] = 1;
  }
}

/** Returns the next of the given rows, cyclically. @param step 1, or -1 for the previous row @returns undefined if there are no rows */
export function nextOf(rows: Int32Array, from: number, step: 1 | -1): number | undefined {
  if (step === 1) return rows.find((row) => row > from) ?? rows[0];
  return rows.findLast((row) => row < from) ?? rows.at(-1);
}
