/** In which zone times are shown. */
export type Zone = 'local' | 'utc';

let shown: Zone = 'local';

/** The zone that is shown where none is named. Set by `zone.ts`, which keeps it. */
export const shownZone = (): Zone => shown;

export function showZone(zone: Zone): void {
  shown = zone;
}

const LOCAL = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `UTC`, `Europe/Berlin`. */
export const zoneName = (zone = shown): string => (zone === 'utc' ? 'UTC' : LOCAL);

/** How long ago, in its largest unit: `now`, `42 s`, `3 m`, `5 h`, `2 d`. */
export function age(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** A time with its milliseconds and zone, for titles and copies; what is no time as it is. */
export function fullTime(time: string, zone = shown): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const milliseconds = String(date.getUTCMilliseconds()).padStart(3, '0');
  return `${FULL[zone].format(date)}.${milliseconds} ${zoneName(zone)}`;
}

/** The time of a day: `10:00:02`. */
export const clock = (time: string): string => SECONDS[shown].format(new Date(time));

/** A day: `Fri, 20 Nov 2026`. */
export const day = (time: string): string => WEEKDAY[shown].format(new Date(time));

/** The beginning of a part of a time axis, as finely as its whole span needs: `14:05:30`, `14:05`, `23 Nov 14:00`, `23 Nov`. */
export function axisTime(ms: number, spanMs: number, zone = shown): string {
  if (spanMs <= 180_000) return SECONDS[zone].format(ms);
  if (spanMs <= 36 * HOUR_MS) return MINUTES[zone].format(ms);
  return spanMs <= 10 * 24 * HOUR_MS ? `${DAY[zone].format(ms)} ${MINUTES[zone].format(ms)}` : DAY[zone].format(ms);
}

/** From when to when: `23 Nov 14:00 – 15:24`. */
export function spanText(fromMs: number, toMs: number, zone = shown): string {
  const format = toMs - fromMs < 180_000 ? SECONDS : MINUTES;
  const [from, to] = [fromMs, toMs].map((ms) => ({ day: DAY[zone].format(ms), time: format[zone].format(ms) }));
  if (from === undefined || to === undefined) return '';
  return `${from.day} ${from.time} – ${from.day === to.day ? to.time : `${to.day} ${to.time}`}`;
}

/** As fields of the type `datetime-local` have it: `2026-11-23T14:05:00`. */
export const fieldTime = (ms: number, zone: Zone): string => FIELD[zone].format(ms).replace(' ', 'T');

/** The reverse of `fieldTime`, in milliseconds; undefined where the field is empty. */
export function readFieldTime(text: string, zone: Zone): number | undefined {
  const ms = Date.parse(zone === 'utc' ? `${text}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

const HOUR_MS = 3_600_000;

/** The same format in both zones. */
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
