import { Lexer, type Token, type TokensList } from 'marked';

/** What is longer is shown as it is: the time of the lexer grows with the square of a paragraph. */
const LONGEST = 20_000;
const LONGEST_PARAGRAPH = 2_000;
/** And with that of the marks in it: the squares of all paragraphs together. Of tables cells are read one by one, if they are tables. */
const MOST_SQUARES = 400_000;
const MOST_MARKS_OF_TABLES = 2_000;

/** The tokens of a Markdown text; undefined of one that would take too long, or that nests beyond reason. */
export function tokensOf(text: string): readonly Token[] | undefined {
  if (text.length > LONGEST || takesLong(text)) return undefined;
  try {
    const tokens: TokensList = Lexer.lex(text, { gfm: true });
    return tokens;
  } catch {
    // Thousands of quotes in each other are more than its stack holds.
    return undefined;
  }
}

/** What begins a line that is read by itself: an item, a heading. */
const OWN_LINE = /^ {0,20}(?:[-*+] |\d{1,9}[.)] |#{1,6} )/;
const ROW = /^ {0,20}\|/;
/** The second line of a table; without it rows are a paragraph. */
const BELOW_HEAD = /^[ |:-]+$/;
/** Quotes and items in each other on one line, deeper than anybody reads. */
const DEEP = /^(?: {0,4}(?:>|[-*+] |\d{1,9}[.)] )){20}/;
/** What may begin or end emphasis, code, a link, a picture or markup, or be in the middle of an address. */
const MARK = /[*_~`[<!@]/g;

function takesLong(text: string): boolean {
  let [length, marks, squares, marksOfTables] = [0, 0, 0, 0];
  let [isCode, isTable, wasRow] = [false, false, false];
  for (const line of text.split('\n')) {
    const isFence = /^ {0,3}(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const isRow = ROW.test(line);
    // Code between fences is not looked into by the lexer.
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
    if (length > LONGEST_PARAGRAPH || squares > MOST_SQUARES || marksOfTables > MOST_MARKS_OF_TABLES) return true;
    if (DEEP.test(line)) return true;
  }
  return false;
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
