const STORE = 'packages/store/src';
const INDEX = `${STORE}/write/trace-index`;
const GRAMS_TEST = `${STORE}/grams/gram-filter.test.ts`;
const PACKS_TEST = `${STORE}/read/search-packs.it.test.ts`;
const FILTERS_TEST = `${STORE}/write/trace-index/text-filters.it.test.ts`;
const WALK_TEST = `${STORE}/read/index-text-filters.it.test.ts`;
const SEARCH_TEST = `${STORE}/read/search-traces.it.test.ts`;

/** Mutants of `MUTANTS` that would make a text search miss a text, by the filters of texts. */
export const SEARCH_MUTANTS = [
  [
    'a search looks for a gram that begins before its text',
    `${STORE}/grams/gram-hash.ts`,
    'if (letters >= LONG_GRAM)',
    'if (letters >= LONG_GRAM - 1)',
    [GRAMS_TEST],
  ],
  [
    'a filter has escapes as they are',
    `${STORE}/grams/json-units.ts`,
    'PLAIN.with(BACKSLASH, OTHER)',
    'PLAIN',
    [GRAMS_TEST],
  ],
  [
    'a filter knows letters beyond ASCII in one case only',
    `${STORE}/grams/letter-units.ts`,
    'sameLetters(character)[0]?.codePointAt(0)',
    'sameLetters(character).find((same) => same === character)?.codePointAt(0)',
    [GRAMS_TEST],
  ],
  [
    'a remembered word is in one eighth of a filter',
    `${STORE}/grams/gram-filter.ts`,
    'if ((eighths & this.#eighth) > 0) return;',
    'if (eighths > 0) return;',
    [GRAMS_TEST],
  ],
  [
    'texts are in the first eighth of a filter',
    `${INDEX}/filter-texts.ts`,
    'filter.eighth = eighths.get(keyOf(row)) as number;',
    'filter.eighth = 0;',
    [FILTERS_TEST],
  ],
  [
    'tags are in the eighth of the trace before',
    `${INDEX}/filter-texts.ts`,
    '    filter.eighth = eighthOf(trace);\n',
    '',
    [FILTERS_TEST],
  ],
  [
    'an eighth knows a trace that may have any text',
    `${STORE}/read/index-text-filters.ts`,
    'substring(f.unfiltered from n * ${EIGHTH_TRACES} + 1',
    'substring(f.unfiltered from 1',
    [WALK_TEST],
  ],
  [
    'a filter lacks the first gram of a word',
    `${STORE}/grams/gram-filter.ts`,
    'this.#letters >= SHORT_GRAM',
    'this.#letters > SHORT_GRAM',
    [GRAMS_TEST, PACKS_TEST],
  ],
  [
    'a filter lacks the grams across pieces',
    `${INDEX}/filter-texts.ts`,
    'isCertain = parts.addJoints(row, n) && isCertain',
    'isCertain = parts !== undefined && isCertain',
    [PACKS_TEST],
  ],
  [
    'a filter lacks the last letter of a piece',
    `${INDEX}/packed-parts.ts`,
    'endsOf(bytes, place, place + length)',
    'endsOf(bytes, place, place + length - 1)',
    [PACKS_TEST],
  ],
  [
    'a filter lacks tags',
    `${INDEX}/filter-texts.ts`,
    '...(name === null ? [] : [name]), ...tags',
    '...(name === null ? [] : [name])',
    [PACKS_TEST],
  ],
  [
    'a filter lacks names of observations',
    `${INDEX}/filter-texts.ts`,
    '[0, [1, 2, 3], [4, 5]]',
    '[0, [1, 2, 3], [5]]',
    [PACKS_TEST],
  ],
  [
    'a filter lacks names of traces',
    `${INDEX}/filter-texts.ts`,
    '...(name === null ? [] : [name]), ...tags',
    '...(name === undefined ? [name] : []), ...tags',
    [SEARCH_TEST],
  ],
  [
    'a filter knows a trace whose escapes cannot be decoded',
    `${INDEX}/filter-texts.ts`,
    'uncertain.has(key)',
    'uncertain.has(`${key}.`)',
    [FILTERS_TEST],
  ],
  [
    'a filter knows a trace that changed since',
    `${INDEX}/index-statement.ts`,
    'set unfiltered = f.unfiltered | c.positions',
    'set unfiltered = f.unfiltered',
    [PACKS_TEST],
  ],
  [
    'a dirty trace is walked twice',
    `${STORE}/read/index-text-filters.ts`,
    "'p.index_position not in (select d.index_position from dirty_positions d)'",
    "'true'",
    [PACKS_TEST],
  ],
  [
    'a filter rules out traces of other projects',
    `${STORE}/read/index-text-filters.ts`,
    "where ${isOf('f', project)} and ${isUsable}",
    'where ${isUsable}',
    [PACKS_TEST],
  ],
  [
    'a search misses a probe with a rare first character at the beginning of a text',
    `${STORE}/read/search-text.ts`,
    "in convert_to(${low}, 'UTF8')) > 0",
    "in convert_to(${low}, 'UTF8')) > 1",
    [SEARCH_TEST],
  ],
  [
    'a search misses a probe of one character in packs',
    `${STORE}/read/search-packs.ts`,
    "sought.halves.length === 0 ? 'true' : 'b.near'",
    "'b.near'",
    [PACKS_TEST],
  ],
  [
    'filters walk the traces of all projects',
    `${STORE}/read/index-text-filters.ts`,
    "${where([isOf('p', project), ",
    '${where([',
    [PACKS_TEST],
  ],
];
