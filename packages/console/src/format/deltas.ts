import { compact, count, duration, usd } from './numbers';

/** What is shown of a figure that has not changed, and of one that cannot be told. */
const SAME = '=';
const UNKNOWN = '—';

/** `+1.20 s`, `−340 ms`, `=`; `—` where either is unknown. @param format of a number above zero */
function signed(from: number | null, to: number | null, format: (value: number) => string): string {
  if (from === null || to === null) return UNKNOWN;
  if (from === to) return SAME;
  const text = format(Math.abs(to - from));
  // A difference that rounds to nothing is none.
  if (text === format(0)) return SAME;
  return `${to > from ? '+' : '−'}${text}`;
}

/** @param from @param to milliseconds */
export const durationDelta = (from: number | null, to: number | null): string => signed(from, to, duration);

export const countDelta = (from: number | null, to: number | null): string => signed(from, to, count);

/** As `countDelta`, where all digits would only be noise. */
export const compactDelta = (from: number | null, to: number | null): string => signed(from, to, compact);

/** @param from @param to USD @param format of a difference, where it is compared with others */
export const usdDelta = (from: number | null, to: number | null, format: (value: number) => string = usd): string => {
  // Sums of prices differ in digits that no price has.
  if (from !== null && to !== null && Math.abs(to - from) < 1e-9) return SAME;
  return signed(from, to, format);
};

/** `+50 %`, `−12 %`, `×12`; nothing where there is no share to tell. */
export function percentDelta(from: number | null, to: number | null): string {
  if (from === null || to === null || from <= 0 || from === to) return '';
  const ratio = to / from;
  if (ratio >= 10) return `×${count(Math.round(ratio))}`;
  const percent = Math.round((ratio - 1) * 100);
  return percent === 0 ? '' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}
