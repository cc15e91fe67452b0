import { type Reading, refused } from '@sluice/runtime';
import { CST, Lexer, LineCounter, type Node, parseDocument } from 'yaml';

/** Twice as deep as any document of credentials. */
const DEEPEST = 10;
/** A thousand credentials with all members take half of it. */
const MOST_TOKENS = 150_000;

/** A document, and in which line (from 1) a node of it begins. */
export interface Parsed {
  readonly root: Node | null;
  readonly lineOf: (node: Node) => number;
}

/** Parses YAML 1.2, of which JSON is one. No problem shows anything of the text. */
export function parseYaml(text: string): Reading<Parsed> {
  const refusal = tooMuch(text);
  if (refusal !== undefined) return refused(refusal);
  const lines = new LineCounter();
  // Repeated names are found by who reads the members: the library would compare each with all others.
  const document = parseDocument(text, { ...STRICT, lineCounter: lines });
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong !== undefined) {
    const { line, col } = lines.linePos(wrong.pos[0]);
    if (wrong.code === 'MULTIPLE_DOCS') return refused(`line ${line}: a second document begins, only one is accepted`);
    return refused(`line ${line}, column ${col}: this is no YAML, and no JSON (${wrong.code})`);
  }
  const lineOf = ({ range }: Node): number => lines.linePos(range?.[0] ?? 0).line;
  return { ok: true, value: { root: document.contents, lineOf } };
}

const STRICT = {
  version: '1.2',
  schema: 'core',
  merge: false,
  strict: true,
  uniqueKeys: false,
  prettyErrors: false, // they quote the text
  logLevel: 'error', // 'silent' would leave out that there is a second document
} as const;

/**
 * Why a text is not parsed at all, undefined where it may be. Depth comes from brackets, and from marks that follow one
 * another in a line (`- - -`); from indentation it costs the text as many spaces.
 */
function tooMuch(text: string): string | undefined {
  let brackets = 0;
  let marks = 0;
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    const type = CST.tokenType(token);
    if (type === 'newline') marks = 0;
    if (type === 'flow-map-start' || type === 'flow-seq-start') brackets += 1;
    if (type === 'flow-map-end' || type === 'flow-seq-end') brackets -= 1;
    if (type === 'seq-item-ind' || type === 'explicit-key-ind') marks += 1;
    if (type === 'map-value-ind' && brackets === 0) marks += 1;
    if (brackets + marks > DEEPEST) return `it is nested deeper than ${DEEPEST} levels`;
    if (tokens > MOST_TOKENS) return `it has more than ${MOST_TOKENS} marks and words`;
  }
  return undefined;
}
