import { type Micros, parseTime } from '@sluice/record';

/** The time that Postgres sent as text; undefined where there is none. */
export function timeOf(text: string | null): Micros | undefined {
  return text === null ? undefined : parseTime(text)?.micros;
}
