import { safeLink, tokensOf } from './lex';

test('an answer is read as Markdown', () => {
  expect(tokensOf('# A\n\n- b\n- **c**\n\n| d |\n| - |\n| e |')?.map(({ type }) => type)).toEqual([
    'heading',
    'space',
    'list',
    'space',
    'table',
  ]);
});

test('long code is no long paragraph', () => {
  expect(tokensOf(`\`\`\`\n${'a\n'.repeat(5000)}\`\`\``)).toHaveLength(1);
  expect(tokensOf(`- ${'a '.repeat(500)}\n`.repeat(10))).toBeDefined();
  expect(tokensOf('a '.repeat(5000))).toBeUndefined();
});

// Each of these makes some parser of Markdown slow, or ends its stack.
test.each(['*', '*a ', 'a*', '_a', '__a', '[', '![', '[a](', '`', '<', '<!--', '> ', '>', '1. ', '- a\n', '|', '***a'])(
  'many %j come to an end',
  (piece) => {
    const tokens = tokensOf(piece.repeat(1_900 / piece.length));
    expect(tokens === undefined || tokens.length > 0).toBe(true);
  },
);

test.each([
  ['https://example.com/a', 'example.com'],
  ['mailto:ada@example.com', ''],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/traces', undefined],
  ['vbscript:x', undefined],
])('a link to %s', (href, host) => {
  expect(safeLink(href)?.host).toBe(host);
});
