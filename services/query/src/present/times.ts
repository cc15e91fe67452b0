import type { Micros } from '@sluice/record';

const DAY_MS = 86_400_000;

/** `00` to `59`, and `000` to `999`. */
const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const THREE = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));

/** Cache of the last day and its date: most times of a response are of one day. */
let day = NaN;
let date = '';

/** Writes `2026-11-20T22:00:00.000Z`: milliseconds, cut and not rounded, so that a time never moves past a filter's bound. */
export function presentTime(micros: Micros): string {
  const time = Math.floor(micros / 1000);
  const dayOfTime = Math.floor(time / DAY_MS);
  if (dayOfTime !== day) {
    date = new Date(dayOfTime * DAY_MS).toISOString().slice(0, -13);
    day = dayOfTime;
  }
  const millis = time - day * DAY_MS;
  const seconds = Math.floor(millis / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${date}${TWO[hours]}:${TWO[minutes - 60 * hours]}:${TWO[seconds - 60 * minutes]}.${THREE[millis - 1000 * seconds]}Z`;
}

/** Writes `2026-11-20T22:00:00.000+00:00`, the form of metric series (spec 2.7). */
export function presentTimeWithOffset(micros: Micros): string {
  return presentTime(micros).replace('Z', '+00:00');
}

/** Converts microseconds into seconds. */
export function presentSeconds(micros: Micros): number {
  return micros / 1e6;
}

/** Converts microseconds into seconds; null stays null. */
export const presentSecondsOrNull = (micros: Micros | null): number | null =>
  micros === null ? null : presentSeconds(micros);
