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

test('a long table is one, and as many lines that only look like its rows are not read', () => {
  const rows = '| `a` | **b** |\n'.repeat(250);
  expect(tokensOf(`| c | d |\n|---|:-:|\n${rows}`)?.map(({ type }) => type)).toEqual(['table']);
  expect(tokensOf(rows)).toBeUndefined();
  expect(tokensOf(`||\n|-|\n${`| ${'*a_'.repeat(60)}\n`.repeat(100)}`)).toBeUndefined();
});

test('thousands of marks are not read, in one paragraph or in many', () => {
  expect(tokensOf('*a_'.repeat(600))).toBeUndefined();
  expect(tokensOf(`${'*a_'.repeat(140)}\n\n`.repeat(40))).toBeUndefined();
  for (const mark of ['!', '!a', '!(', 'a@b.c ']) {
    const paragraph = mark.repeat(1_990 / mark.length);
    expect([mark, tokensOf(`${paragraph}\n\n`.repeat(4))]).toEqual([mark, undefined]);
  }
  expect(tokensOf(`${'Wow! Mail to ada@example.com! '.repeat(20)}\n\n`.repeat(20))).toBeDefined();
  expect(tokensOf(`${'a *word* and `code`. '.repeat(20)}\n\n`.repeat(40))).toBeDefined();
});

test('quotes and items deeper than anybody reads are not read', () => {
  expect(tokensOf(`${'> '.repeat(30)}a\n| ${'> '.repeat(900)}`)).toBeUndefined();
  expect(tokensOf(`${'-'.repeat(80)}\n\n> > - a`)).toBeDefined();
});

// Every repeated piece makes some Markdown parser slow, or exceeds its stack.
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
