import { columnWord, menuWords, searchedWords, sentenceOf } from './filter-words';

test('an item of the menu has the filter and its value', () => {
  expect([
    menuWords('userId', 'is', 'ada'),
    menuWords('userId', 'not', 'ada'),
    menuWords('latency', 'gte', '1.5'),
    menuWords('totalCost', 'lte', '0.07'),
  ]).toEqual(['Filter: user = ada', 'Exclude ada', 'Filter: latency ≥ 1.50 s', 'Filter: cost ≤ $0.07']);
});

test('a long value is shortened between characters', () => {
  expect(menuWords('userId', 'not', '😀'.repeat(40))).toBe(`Exclude ${'😀'.repeat(40)}`);
  expect(menuWords('userId', 'not', '😀'.repeat(10_000))).toBe(`Exclude ${'😀'.repeat(40)}…`);
});

test('what a search reads is named, all of it where nothing is chosen', () => {
  expect(searchedWords([])).toBe('all texts of traces and steps');
  expect(searchedWords(['input', 'output'])).toBe('trace inputs, trace outputs');
});

test('filters by steps are named as such', () => {
  expect([columnWord('userId'), columnWord('step.toolName'), columnWord('nostep.metadata.a')]).toEqual([
    'user',
    'step tool',
    'no step with metadata.a',
  ]);
  expect([
    sentenceOf('step.latency', 'gt', ['5']),
    sentenceOf('nostep.toolName', 'is', ['a', 'b']),
    sentenceOf('nostep.tags', 'is', ['a', 'b']),
  ]).toEqual(['step latency is more than 5.00 s', 'no step with tool is a or b', 'no step with tag is a or b']);
});
