/** Value of a table; null if unknown. */
export type CsvCell = string | number | null;

/** Characters that a spreadsheet treats as the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * Writes rows as CSV (RFC 4180) with a byte order mark, so that Excel reads UTF-8. A text that a spreadsheet would run as a formula gets a
 * quote before it, because names of users and models are untrusted.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

function cellOf(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
