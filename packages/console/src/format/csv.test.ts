import fc from 'fast-check';
import { type CsvCell, csvOf } from './csv';

const line = (cell: CsvCell): string => csvOf([[cell]]).slice(1, -2);

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['she said "no"', '"she said ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-x', "'-x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"`],
  [-1.5, '-1.5'],
  [0, '0'],
  [null, ''],
])('%j is %s', (cell, text) => {
  expect(line(cell)).toBe(text);
});

test('rows end as the format wants it, and begin with the mark of UTF-8', () => {
  expect(
    csvOf([
      ['a', 1],
      ['ü', null],
    ]),
  ).toBe('\uFEFFa,1\r\nü,\r\n');
});

test('no text begins a formula, and each reads back as it was but for the quote', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\n', '\t', 'a') }), (text) => {
      const cell = line(text);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(read).not.toMatch(/^[=+\-@\t\r]/);
      expect([text, `'${text}`]).toContain(read);
    }),
  );
});
