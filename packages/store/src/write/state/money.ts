/**
 * Costs are summed as whole picodollars (1e-12 USD), so that adding, subtracting and recomputing give the same digits;
 * a single token of the cheapest models is some 1e4 of them.
 */
export type Picodollars = bigint;

const PICO = 1_000_000_000_000n;

/** Above it a double has no fraction of a picodollar left that could matter. */
const EXACT_LIMIT = 9_000;

/** Whole picodollars of an amount in USD, finite and >= 0. */
export function picodollars(usd: number): Picodollars {
  return usd < EXACT_LIMIT ? BigInt(Math.round(usd * 1e12)) : BigInt(Math.round(usd * 1e6)) * 1_000_000n;
}

/** An amount in USD, as near as a double comes. */
export function usdOf(amount: Picodollars): number {
  return Number(amount) / 1e12;
}

/** Decimal text in USD with twelve digits, as the numeric(30, 12) columns take it. */
export function usdText(amount: Picodollars): string {
  const sign = amount < 0n ? '-' : '';
  const abs = amount < 0n ? -amount : amount;
  return `${sign}${abs / PICO}.${String(abs % PICO).padStart(12, '0')}`;
}

/** The reverse of `usdText`, for what Postgres returns of such a column. */
export function parseUsd(text: string): Picodollars {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const abs = BigInt(whole) * PICO + BigInt(fraction.padEnd(12, '0'));
  return text.startsWith('-') ? -abs : abs;
}
