/** Time zone in which times are shown. */
export type Zone = 'local' | 'utc';

let shown: Zone = 'local';

/** Returns the default zone. `zone.ts` sets and stores it. */
export const shownZone = (): Zone => shown;

export function showZone(zone: Zone): void {
  shown = zone;
}

const LOCAL = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the name of a zone: `UTC`, `Europe/Berlin`. */
export const zoneName = (zone = shown): string => (zone === 'utc' ? 'UTC' : LOCAL);

/** Formats the age of a time in its largest unit: `now`, `42 s`, `3 m`, `5 h`, `2 d`. */
export function age(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** Formats a time with milliseconds and zone, for tooltips and copies; an invalid time is returned unchanged. */
export function fullTime(time: string, zone = shown): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const milliseconds = String(date.getUTCMilliseconds()).padStart(3, '0');
  return `${FULL[zone].format(date)}.${milliseconds} ${zoneName(zone)}`;
}

/** Formats a time of day: `10:00:02`. */
export const clock = (time: string): string => SECONDS[shown].format(new Date(time));

/** Formats a day: `Fri, 20 Nov 2026`. */
export const day = (time: string): string => WEEKDAY[shown].format(new Date(time));

/** Formats the start of a section of a time axis, as precisely as its whole span needs: `14:05:30`, `14:05`, `23 Nov 14:00`, `23 Nov`. */
export function axisTime(ms: number, spanMs: number, zone = shown): string {
  if (spanMs <= 180_000) return SECONDS[zone].format(ms);
  if (spanMs <= 36 * HOUR_MS) return MINUTES[zone].format(ms);
  return spanMs <= 10 * 24 * HOUR_MS ? `${DAY[zone].format(ms)} ${MINUTES[zone].format(ms)}` : DAY[zone].format(ms);
}

/** Formats a range: `23 Nov 14:00 – 15:24`. */
export function spanText(fromMs: number, toMs: number, zone = shown): string {
  const format = toMs - fromMs < 180_000 ? SECONDS : MINUTES;
  const [from, to] = [fromMs, toMs].map((ms) => ({ day: DAY[zone].format(ms), time: format[zone].format(ms) }));
  if (from === undefined || to === undefined) return '';
  return `${from.day} ${from.time} – ${from.day === to.day ? to.time : `${to.day} ${to.time}`}`;
}

/** Formats a time for a field of type `datetime-local`: `2026-11-23T14:05:00`. */
export const fieldTime = (ms: number, zone: Zone): string => FIELD[zone].format(ms).replace(' ', 'T');

/** Reads a field of type `datetime-local`: the reverse of `fieldTime`, in milliseconds; undefined for an empty field. */
export function readFieldTime(text: string, zone: Zone): number | undefined {
  const ms = Date.parse(zone === 'utc' ? `${text}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

const HOUR_MS = 3_600_000;

/** Makes the same format for both zones. */
const inZones = (locale: string, options: Intl.DateTimeFormatOptions): Readonly<Record<Zone, Intl.DateTimeFormat>> => ({
  local: new Intl.DateTimeFormat(locale, options),
  utc: new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
});

const FULL = inZones('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const SECONDS = inZones('en-GB', { timeStyle: 'medium' });
const MINUTES = inZones('en-GB', { timeStyle: 'short' });
const DAY = inZones('en-GB', { day: 'numeric', month: 'short' });
const WEEKDAY = inZones('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const FIELD = inZones('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
