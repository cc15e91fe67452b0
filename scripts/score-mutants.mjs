const STORE = 'packages/store/src';
const STORE_TEST = `${STORE}/write/scores.it.test.ts`;

/** Mutants of `MUTANTS` that would lose a score, or store another value of it. */
export const SCORE_MUTANTS = [
  [
    'an earlier comment replaces the removal of a comment',
    `${STORE}/write/sql/scores.ts`,
    'if (fields.comment !== null) return stampsText(stamps);',
    'if (fields.comment !== undefined) return stampsText(stamps);',
    [STORE_TEST],
  ],
  [
    'a score has the time of its last record',
    `${STORE}/write/state/score-state.ts`,
    'ofB < ofA',
    'ofB > ofA',
    [STORE_TEST],
  ],
  [
    'equal ids of two projects are one score',
    `${STORE}/write/kinds/score.ts`,
    "traceKey(project, scoreIdOfText(each.id) ?? '')",
    "scoreIdOfText(each.id) ?? ''",
    [STORE_TEST],
  ],
  [
    'a score that another writer inserts meanwhile is lost',
    `${STORE}/write/kinds/score.ts`,
    'if ((await insertScores(pipeline.client, added)) < added.length) {',
    'if ((await insertScores(pipeline.client, added)) < 0) {',
    [STORE_TEST],
  ],
  [
    'scores never expire',
    `${STORE}/write/kinds/score.ts`,
    'received_on < $1',
    'received_on < $1 and false',
    [`${STORE}/write/retention/score-retention.it.test.ts`],
  ],
  [
    'an unknown score config is dropped',
    'packages/decode/src/scores.ts',
    "if (typeof raw.configId === 'string' && raw.configId !== '') {",
    'if (false as boolean) {',
    ['packages/decode/src/scores.test.ts'],
  ],
];
