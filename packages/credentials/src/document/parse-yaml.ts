import { type Reading, refused } from '@sluice/runtime';
import { CST, Lexer, LineCounter, type Node, parseDocument } from 'yaml';

/** Limit of the depth: twice that of any document of credentials. */
const DEEPEST = 10;
/** Limit of the tokens: 1,000 credentials with all members use half of it. */
const MAX_TOKENS = 150_000;

/** A parsed document, with the line (from 1) in which each node begins. */
export interface Parsed {
  readonly root: Node | null;
  readonly lineOf: (node: Node) => number;
}

/** Parses YAML 1.2, which includes JSON. No problem shows any of the text. */
export function parseYaml(text: string): Reading<Parsed> {
  const refusal = tooMuch(text);
  if (refusal !== undefined) return refused(refusal);
  const lines = new LineCounter();
  // Repeated names are found by `NodeReader`: the library would compare each name with all others.
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
  logLevel: 'error', // 'silent' would suppress the warning of a second document
} as const;

/**
 * Reason why a text is not parsed at all; undefined if it is. Depth results from brackets, and from marks that follow one another in a line
 * (`- - -`); depth by indentation costs the text as many spaces.
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
    if (tokens > MAX_TOKENS) return `it has more than ${MAX_TOKENS} marks and words`;
  }
  return undefined;
}
