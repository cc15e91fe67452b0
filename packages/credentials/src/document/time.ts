const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Parses a day, at its midnight in UTC, or a time with its zone, into microseconds since the epoch; undefined for other text. */
export function parseTime(text: string): number | undefined {
  const [, day] = TIME.exec(text) ?? [];
  const time = Date.parse(text);
  if (day === undefined || Number.isNaN(time)) return undefined;
  // `Date.parse` reads the 31st of February as a day of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? time * 1000 : undefined;
}
