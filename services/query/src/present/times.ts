import type { Micros } from '@sluice/record';

/** `2026-11-20T22:00:00.000Z`: milliseconds, cut and not rounded, so that a time never moves past a filter's bound. */
export function presentTime(micros: Micros): string {
  return new Date(Math.floor(micros / 1000)).toISOString();
}

/** `2026-11-20T22:00:00.000+00:00`, the form of metric series (spec 2.7). */
export function presentTimeWithOffset(micros: Micros): string {
  return presentTime(micros).replace('Z', '+00:00');
}

/** Microseconds as seconds. */
export function presentSeconds(micros: Micros): number {
  return micros / 1e6;
}
