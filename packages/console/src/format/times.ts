/** How long ago, in its largest unit: `now`, `42 s`, `3 m`, `5 h`, `2 d`. */
export function age(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

const FULL = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
});
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time with its milliseconds and zone, for titles and copies. */
export function fullTime(time: string): string {
  const date = new Date(time);
  return `${FULL.format(date)}.${String(date.getUTCMilliseconds()).padStart(3, '0')} ${ZONE}`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** The time of a day: `10:00:02`. */
export const clock = (time: string): string => CLOCK.format(new Date(time));

/** A day: `Fri, 20 Nov 2026`. */
export const day = (time: string): string => DAY.format(new Date(time));
