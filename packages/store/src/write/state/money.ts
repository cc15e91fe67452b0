import { type ExactInteger, exactInteger } from './exact-integer';

/**
 * Costs are summed as whole picodollars (1e-12 USD), so that adding, subtracting and recomputing give the same digits;
 * a single token of the cheapest models is some 1e4 of them.
 */
export type Picodollars = ExactInteger;

const DECIMALS = 12;

/** Above it a double has no fraction of a picodollar left that could matter. */
const EXACT_LIMIT = 9_000;

/** Whole picodollars of an amount in USD, finite and >= 0. */
export function picodollars(usd: number): Picodollars {
  return usd < EXACT_LIMIT ? Math.round(usd * 1e12) : exactInteger(BigInt(Math.round(usd * 1e6)) * 1_000_000n);
}

/** An amount in USD, as near as a double comes. */
export function usdOf(amount: Picodollars): number {
  return Number(amount) / 1e12;
}

/** Decimal text in USD with twelve digits, as the numeric(30, 12) columns take it. */
export function usdText(amount: Picodollars): string {
  const digits = String(amount < 0 ? -amount : amount).padStart(1 + DECIMALS, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** The reverse of `usdText`, for what Postgres returns of such a column. */
export function parseUsd(text: string): Picodollars {
  const [units = '0', fraction = ''] = text.replace('-', '').split('.');
  const abs = BigInt(units + fraction.padEnd(DECIMALS, '0'));
  return exactInteger(text.startsWith('-') ? -abs : abs);
}
