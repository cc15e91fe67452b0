import { Lexer, type Token, type TokensList } from 'marked';

/** Characters above which a text is not formatted: the lexer's time grows with the square of a paragraph. */
const LONGEST = 20_000;
const LONGEST_PARAGRAPH = 2_000;
/** Most squares of marks, summed over paragraphs: the lexer's time grows with them too. Cells of a table are read one by one. */
const MAX_SQUARES = 400_000;
const MAX_MARKS_OF_TABLES = 2_000;

/** Parses a Markdown text; undefined if that would take too long, or if the nesting is too deep. */
export function tokensOf(text: string): readonly Token[] | undefined {
  if (text.length > LONGEST || takesLong(text)) return undefined;
  try {
    const tokens: TokensList = Lexer.lex(text, { gfm: true });
    return tokens;
  } catch {
    // Thousands of nested quotes exceed the lexer's stack.
    return undefined;
  }
}

/** Start of a line that is parsed by itself: an item, a heading. */
const OWN_LINE = /^ {0,20}(?:[-*+] |\d{1,9}[.)] |#{1,6} )/;
const ROW = /^ {0,20}\|/;
/** Second line of a table; without it rows are a paragraph. */
const BELOW_HEAD = /^[ |:-]+$/;
/** More than 20 nested quotes and items on one line. */
const DEEP = /^(?: {0,4}(?:>|[-*+] |\d{1,9}[.)] )){20}/;
/** Characters that may start or end emphasis, code, a link, a picture or markup, or be in the middle of a URL. */
const MARK = /[*_~`[<!@]/g;

function takesLong(text: string): boolean {
  let [length, marks, squares, marksOfTables] = [0, 0, 0, 0];
  let [isCode, isTable, wasRow] = [false, false, false];
  for (const line of text.split('\n')) {
    const isFence = /^ {0,3}(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const isRow = ROW.test(line);
    // The lexer does not parse code between fences.
    const isEnd = isCode || isFence || line.trim() === '';
    isTable = !isEnd && isRow && (isTable || (wasRow && line.includes('-') && BELOW_HEAD.test(line)));
    wasRow = isRow;
    if (isEnd || isTable || OWN_LINE.test(line)) [length, marks] = [0, 0];
    if (isEnd) continue;
    const more = line.match(MARK)?.length ?? 0;
    length += line.length + 1;
    squares += more * (more + 2 * marks);
    marks += more;
    if (isTable) marksOfTables += more;
    if (length > LONGEST_PARAGRAPH || squares > MAX_SQUARES || marksOfTables > MAX_MARKS_OF_TABLES) return true;
    if (DEEP.test(line)) return true;
  }
  return false;
}

/** Returns a URL that a link may open: web or mail; undefined for any other. */
export function safeLink(href: string): URL | undefined {
  try {
    const url = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
