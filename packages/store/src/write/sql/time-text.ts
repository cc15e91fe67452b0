import { type Micros, formatMicros } from '@sluice/record';

/** A time as a timestamptz column takes it; null where there is none. */
export function timeText(micros: Micros | undefined): string | null {
  return micros === undefined ? null : formatMicros(micros);
}
