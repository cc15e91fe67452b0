/** Lines of a table for a terminal: columns as wide as their widest cell, two spaces apart. */
export function tableLines(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const lines = [columns, ...rows].map((row) => row.map((cell) => oneLine(String(cell))));
  const widths = columns.map((_, index) => Math.max(...lines.map((row) => row[index]?.length ?? 0)));
  return lines.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Removes control characters: external text must not move the cursor of a terminal. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
