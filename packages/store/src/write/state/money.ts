import { type ExactInteger, exactInteger } from './exact-integer';

/**
 * Cost in whole picodollars (1e-12 USD), so that adding, subtracting and recomputing give the same digits; a single token of the cheapest
 * models costs about 1e4 picodollars.
 */
export type Picodollars = ExactInteger;

const DECIMALS = 12;

/** Amount in USD above which a double has no significant digits below a picodollar. */
const EXACT_LIMIT = 9_000;

/** Converts an amount in USD, finite and >= 0, to whole picodollars. */
export function picodollars(usd: number): Picodollars {
  return usd < EXACT_LIMIT ? Math.round(usd * 1e12) : exactInteger(BigInt(Math.round(usd * 1e6)) * 1_000_000n);
}

/** Converts an amount to USD, as the nearest double. */
export function usdOf(amount: Picodollars): number {
  return Number(amount) / 1e12;
}

/** Parses the text of a numeric(30, 12). */
export function parseUsd(text: string): Picodollars {
  // Most amounts have all twelve decimals and are below 100 USD.
  if (text.length <= 15 && text.at(-1 - DECIMALS) === '.') return Number(text.replace('.', ''));
  const [units = '0', fraction = ''] = text.replace('-', '').split('.');
  const abs = BigInt(units + fraction.padEnd(DECIMALS, '0'));
  return exactInteger(text.startsWith('-') ? -abs : abs);
}
