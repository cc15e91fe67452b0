import { DAY_MICROS } from '@sluice/record';
import { InvalidArgumentError } from 'commander';

/** UTC day of an option. */
export class UtcDay {
  /** `YYYY-MM-DD` */
  readonly text: string;
  /** Start of the day, in microseconds since the epoch. */
  readonly micros: number;

  constructor(text: string) {
    this.text = text;
    this.micros = Date.parse(`${text}T00:00:00Z`) * 1000;
  }

  /**
   * @param or `today` is accepted too
   * @throws InvalidArgumentError for a day that is not over
   */
  requirePast(option: string, now: number, { or }: { readonly or?: 'today' } = {}): void {
    const today = Math.floor(now / DAY_MICROS) * DAY_MICROS;
    if (this.micros < today || (or === 'today' && this.micros === today)) return;
    const text = new Date(today / 1000).toISOString().slice(0, 10);
    const accepted = or === 'today' ? `a day up to today, ${text}` : `a day that is over, before today, ${text}`;
    throw new InvalidArgumentError(`${option} ${this.text}: expected ${accepted} (UTC).`);
  }
}

/** Parses `YYYY-MM-DD`, from 1970 on. */
export function utcDay(text: string): UtcDay {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new UtcDay(text) : undefined;
  // 30 February is parsed as a day of March, or not at all.
  const isDay = day !== undefined && day.micros >= 0 && new Date(day.micros / 1000).toISOString().startsWith(text);
  if (!isDay) throw new InvalidArgumentError('expected a UTC day from 1970 on as YYYY-MM-DD, such as 2026-11-01.');
  return day;
}
