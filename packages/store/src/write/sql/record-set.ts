/** Column names as SQL, quoted: `timestamp` is a word of the language too. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/**
 * Rows as the JSON that `json_populate_recordset` takes: one parameter for any number of rows and columns. For the few
 * rows of a batch that are merged; rows that are only added come by COPY, which costs less a byte.
 */
export function recordSet(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
  );
}
