/** Member of metadata that names what was left out for its size (contract: OTLP, Limits). */
export const OMITTED = 'sluice.omitted';

/** Limit of the names of omitted values that are listed. */
export const MAX_NAMED = 20;
const LONGEST_NAMED = 100;

/** Returns a name as it is listed: a long one is cut to its first characters. */
export function shortened(name: string): string {
  return name.length <= LONGEST_NAMED ? name : `${name.slice(0, LONGEST_NAMED).toWellFormed()}…`;
}
