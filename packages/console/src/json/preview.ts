import { endOfString, endOfWord, isOpening, isQuote, skipValue } from './scan';

export type Kind = 'object' | 'array' | 'string' | 'number' | 'word';

export interface Preview {
  readonly kind: Kind;
  /** Value in one line, a string without its quotes; a long value is cut. */
  readonly text: string;
  readonly isCut: boolean;
}

/** Returns the text of a value for one row, in constant time. @param most characters of the text that are read */
export function previewOf(text: string, start: number, most = 300): Preview {
  const code = text.charCodeAt(start);
  if (isQuote(code)) {
    const end = endOfString(text, start);
    const isCut = end - start - 2 > most;
    return { kind: 'string', text: isCut ? cutString(text, start, most) : stringAt(text, start, end), isCut };
  }
  if (isOpening(code)) {
    const skip = { at: start, depth: 0 };
    const isCut = !skipValue(text, skip, start + most) || skip.at > start + most;
    const piece = text.slice(start, isCut ? start + most : skip.at);
    return { kind: code === 0x7b ? 'object' : 'array', text: piece.replace(/\s{1,1000}/g, ' '), isCut };
  }
  const word = text.slice(start, Math.min(endOfWord(text, start), start + most));
  return { kind: /^[-\d]/.test(word) ? 'number' : 'word', text: word, isCut: word.length === most };
}

const stringAt = (text: string, start: number, end: number): string => JSON.parse(text.slice(start, end)) as string;

/** Returns the start of a string, not cut inside an escape. */
function cutString(text: string, start: number, most: number): string {
  let end = start + 1;
  while (end < start + most) end += text[end] !== '\\' ? 1 : text[end + 1] === 'u' ? 6 : 2;
  return JSON.parse(`${text.slice(start, end)}"`) as string;
}
