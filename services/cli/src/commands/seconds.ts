import { InvalidArgumentError } from 'commander';

const LONGEST_SECONDS = 3600;

/** Parses a wait time in seconds. */
export function seconds(text: string): number {
  const read = /^\d{1,4}$/.test(text) ? Number(text) : LONGEST_SECONDS + 1;
  if (read > LONGEST_SECONDS) throw new InvalidArgumentError(`expected seconds, 0 to ${LONGEST_SECONDS}.`);
  return read;
}
