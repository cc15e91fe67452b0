const STORE = 'packages/store/src';
const PACKS = `${STORE}/write/packs`;
const CUT_TEST = `${STORE}/packs/cut-text.test.ts`;
const HISTORIES_TEST = `${PACKS}/text-histories.it.test.ts`;
const STORED_TEST = `${PACKS}/stored-packs.it.test.ts`;

/** Mutants of `MUTANTS` that would change, lose or repeat text that is stored once. */
export const PACK_MUTANTS = [
  [
    'the last piece of a text is dropped',
    `${STORE}/packs/cut-text.ts`,
    'if (start < length) ends.push(length);',
    '',
    [HISTORIES_TEST],
  ],
  [
    'ranges of a text are swapped',
    `${PACKS}/trace-packs.ts`,
    'else ranges.push({ at, bytes: piece.length });',
    'else ranges.unshift({ at, bytes: piece.length });',
    [HISTORIES_TEST],
  ],
  [
    'a piece is cut off in its pack',
    `${PACKS}/trace-packs.ts`,
    'this.#open.texts.push(piece);',
    'this.#open.texts.push(piece.subarray(0, piece.length - 1));',
    [HISTORIES_TEST],
  ],
  [
    'ranges with a gap between them become one range',
    `${PACKS}/trace-packs.ts`,
    'last.at + last.bytes === at',
    'last.at + last.bytes <= at',
    [HISTORIES_TEST],
  ],
  [
    'pieces of the second stored pack have the addresses of the first one',
    `${PACKS}/trace-packs.ts`,
    'let at = no * PACK_BYTES;',
    'let at = Math.max(no - 1, 0) * PACK_BYTES;',
    [HISTORIES_TEST],
  ],
  [
    'addresses of a stored pack are used again',
    `${PACKS}/trace-packs.ts`,
    'stored.reduce((last, { no }) => Math.max(last, no), -1) + 1',
    'Math.max(0, stored.reduce((last, { no }) => Math.max(last, no), -1))',
    [HISTORIES_TEST],
  ],
  [
    'a trace with many packs numbers new ones from the oldest on',
    `${STORE}/write/sql/text-packs.ts`,
    'order by no desc limit',
    'order by no limit',
    [STORED_TEST],
  ],
  [
    'the identity of a text is that of its first piece',
    `${STORE}/packs/cut-text.ts`,
    "hash('sha256', hashes, 'base64')",
    "hash('sha256', hashes.subarray(0, PIECE_HASH_BYTES), 'base64')",
    [STORED_TEST],
  ],
  [
    'texts of equal length are equal',
    `${PACKS}/trace-packs.ts`,
    'reference.startsWith(headOf(data.length, identity))',
    "reference.startsWith(headOf(data.length, identity).split(' ')[0])",
    [STORED_TEST],
  ],
  [
    'texts refer to packs of another trace of the batch',
    `${PACKS}/batch-packs.ts`,
    'return this.#traces.get(trace.id)?.packs ??',
    'return Array.from(this.#traces.values())[0]?.packs ??',
    [HISTORIES_TEST],
  ],
  [
    'a text is cut inside an escape',
    `${STORE}/packs/cut-text.ts`,
    'at - 1 + escapeLength(data, at - 1), length)',
    'at, length)',
    [CUT_TEST],
  ],
  [
    'a text is cut between the escapes of a surrogate pair',
    `${STORE}/packs/cut-text.ts`,
    'return isHigh && data[at + 6] === BACKSLASH && data[at + 7] === LETTER_U ? 12 : 6;',
    'return isHigh ? 6 : 6;',
    [CUT_TEST],
  ],
  [
    'a text is cut inside a character',
    `${STORE}/packs/cut-text.ts`,
    ' || (at < length && isContinuation(data[at] as number))',
    '',
    [CUT_TEST],
  ],
  [
    'a text is cut like one that begins otherwise',
    `${STORE}/packs/cut-text.ts`,
    'if (end > common) break;',
    'if (end > data.length) break;',
    [HISTORIES_TEST],
  ],
  [
    'an input that is equal to the stored one is another text',
    `${STORE}/write/existing-traces.ts`,
    'mergeObservations(before, withStoredTexts(state, row, trace.packs))',
    'mergeObservations(before, state)',
    [STORED_TEST],
  ],
  [
    'an input of a trace that is equal to the stored one is another text',
    `${STORE}/write/existing-traces.ts`,
    'mergeTraces(before.state, withStoredIo(sent.merged.state, io, packs))',
    'mergeTraces(before.state, sent.merged.state)',
    [STORED_TEST],
  ],
  [
    'own texts of a trace that an observation replaces are not released',
    `${STORE}/write/existing-traces.ts`,
    ' ?? (io && { ...io, input: null, output: null, metadata: null })',
    '',
    [STORED_TEST],
  ],
  [
    'stamps of equal rows differ in their order',
    `${STORE}/write/state/stamped-fields.ts`,
    'JSON.stringify([...stamps].sort(([a], [b]) => (a < b ? -1 : 1)))',
    'JSON.stringify([...stamps])',
    [HISTORIES_TEST],
  ],
  [
    'ranges are read in the order of their addresses',
    `${STORE}/packs/packed-text.ts`,
    "''::bytea order by text_range.n, text_pack.at",
    "''::bytea order by text_pack.at, text_range.n",
    [STORED_TEST],
  ],
];
