import { compact, count, duration, usd } from './numbers';

/** Texts for an unchanged and for an unknown difference. */
const SAME = '=';
const UNKNOWN = '—';

/** Formats a difference: `+1.20 s`, `−340 ms`, `=`; `—` if either value is unknown. @param format of a number above zero */
function signed(from: number | null, to: number | null, format: (value: number) => string): string {
  if (from === null || to === null) return UNKNOWN;
  if (from === to) return SAME;
  const text = format(Math.abs(to - from));
  // A difference that rounds to 0 counts as none.
  if (text === format(0)) return SAME;
  return `${to > from ? '+' : '−'}${text}`;
}

/** @param from milliseconds @param to milliseconds */
export const durationDelta = (from: number | null, to: number | null): string => signed(from, to, duration);

export const countDelta = (from: number | null, to: number | null): string => signed(from, to, count);

/** Formats a difference like `countDelta`, abbreviated. */
export const compactDelta = (from: number | null, to: number | null): string => signed(from, to, compact);

/** @param from USD @param to USD @param format of a difference that is compared with others */
export const usdDelta = (from: number | null, to: number | null, format: (value: number) => string = usd): string => {
  // Sums of doubles differ in their last digits.
  if (from !== null && to !== null && Math.abs(to - from) < 1e-9) return SAME;
  return signed(from, to, format);
};

/** Formats a relative difference: `+50 %`, `−12 %`, `×12`; empty if there is none. */
export function percentDelta(from: number | null, to: number | null): string {
  if (from === null || to === null || from <= 0 || from === to) return '';
  const ratio = to / from;
  if (ratio >= 10) return `×${count(Math.round(ratio))}`;
  const by = Math.round((ratio - 1) * 100);
  return by === 0 ? '' : `${by > 0 ? '+' : '−'}${Math.abs(by)} %`;
}

/** Formats a share: `40 %`, `<1 %`. @param share 0 to 1 */
export const percent = (share: number): string =>
  share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`;
