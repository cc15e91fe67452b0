/** Characters that turn the direction of text around and are not seen: with them a text can look like another one. */
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
/** A text with more of them shows the first so. */
const MOST = 2_000;

/** A piece of a text: what can be shown, or the name of a control of its direction. */
export type TextRun = { readonly text: string } | { readonly control: string };

/** A text in pieces, its invisible controls named. Nearly every text is one piece. */
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
  // What is left after so many has none that could do harm.
  const rest = text.slice(from);
  if (rest !== '')
    pieces.push({ text: pieces.length < MOST ? rest : rest.replace(new RegExp(CONTROL, 'g'), '\ufffd') });
  return pieces;
}

/** Whether nothing of a text would be seen: spaces, and what has no width. */
export const hasNoInk = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
