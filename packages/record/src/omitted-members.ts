/** The member of metadata that names what was left out for its size (contract: OTLP, Limits). */
export const OMITTED = 'sluice.omitted';

/** The most names of left-out values that are listed. */
export const MAX_NAMED = 20;
const LONGEST_NAMED = 100;

/** A name as it is listed: of a long one its first characters. */
export function shortened(name: string): string {
  return name.length <= LONGEST_NAMED ? name : `${name.slice(0, LONGEST_NAMED).toWellFormed()}…`;
}
