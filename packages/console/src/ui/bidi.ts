/** Invisible characters that change the direction of text; with them a text can imitate another. */
const NAMES: Readonly<Record<string, string>> = {
  '\u061c': 'ALM',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
};
const CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Most controls that are named in a text. */
const MOST = 2_000;

/** Run of a text: visible text, or the name of a direction control. */
export type TextRun = { readonly text: string } | { readonly control: string };

/** Splits a text into runs, with its direction controls named. Nearly every text is one run. */
export function piecesOf(text: string): readonly TextRun[] {
  if (!CONTROL.test(text)) return [{ text }];
  const pieces: TextRun[] = [];
  let from = 0;
  for (let at = 0; at < text.length && pieces.length < MOST; at += 1) {
    const control = NAMES[text[at] ?? ''];
    if (control === undefined) continue;
    if (at > from) pieces.push({ text: text.slice(from, at) });
    pieces.push({ control });
    from = at + 1;
  }
  // Controls beyond the limit are replaced, so that none has an effect.
  const rest = text.slice(from);
  if (rest !== '')
    pieces.push({ text: pieces.length < MOST ? rest : rest.replace(new RegExp(CONTROL, 'g'), '\ufffd') });
  return pieces;
}

/** Returns whether a text is invisible: white space and characters without width only. */
export const hasNoInk = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
