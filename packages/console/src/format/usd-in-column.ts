const DIGITS = 4;
const LEAST = 10 ** -DIGITS;

/** USD with the digits that all costs of a column have: `$12.4000`, `$0.0095`; `<$0.0001` below the last one. */
export function usdInColumn(value: number): string {
  if (value > 0 && value < LEAST) return `<$${LEAST.toFixed(DIGITS)}`;
  return `$${value.toLocaleString('en', { minimumFractionDigits: DIGITS, maximumFractionDigits: DIGITS })}`;
}
