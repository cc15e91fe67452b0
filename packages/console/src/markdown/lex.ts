import { type Token, type TokensList, lexer } from 'marked';

/** What is longer is shown as it is: the time of the lexer grows with the square of a paragraph. */
const LONGEST = 20_000;
const LONGEST_PARAGRAPH = 2_000;

/** The tokens of a Markdown text; undefined of one that would take too long, or that nests beyond reason. */
export function tokensOf(text: string): readonly Token[] | undefined {
  if (text.length > LONGEST || longestParagraph(text) > LONGEST_PARAGRAPH) return undefined;
  try {
    const tokens: TokensList = lexer(text, { gfm: true });
    return tokens;
  } catch {
    // Thousands of quotes in each other are more than its stack holds.
    return undefined;
  }
}

/** What begins a line that is read by itself: an item, a heading, a row of a table. */
const OWN_LINE = /^ {0,20}(?:[-*+] |\d{1,9}[.)] |#{1,6} |\|)/;

/** Characters of what is read as one; code between fences is not looked into by the lexer. */
function longestParagraph(text: string): number {
  let longest = 0;
  let length = 0;
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = /^ {0,3}(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const isEnd = isCode || isFence || line.trim() === '';
    length = isEnd ? 0 : (OWN_LINE.test(line) ? 0 : length) + line.length + 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** Whether a link may be followed: to the web, or to write a mail. */
export function safeLink(href: string): URL | undefined {
  try {
    const url = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
