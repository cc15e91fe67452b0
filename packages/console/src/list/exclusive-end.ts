/** Adds a millisecond: the end of a range is included, but those of the API are not. An invalid time is returned unchanged. */
export function exclusiveEnd(time: string): string {
  const end = Date.parse(time) + 1;
  return Number.isNaN(end) ? time : new Date(end).toISOString();
}
