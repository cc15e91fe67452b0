import { type Micros, formatMicros, parseTime } from '@sluice/record';

/** A time as a timestamptz column takes it; null where there is none. */
export function timeText(micros: Micros | undefined): string | null {
  return micros === undefined ? null : formatMicros(micros);
}

/** The reverse of `timeText`. */
export function timeOf(text: string | null): Micros | undefined {
  return text === null ? undefined : parseTime(text)?.micros;
}
