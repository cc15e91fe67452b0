import type { JsonText } from '@sluice/record';

/** What merging may make of the metadata of one trace or observation (contract: Limits). */
const MOST_MEMBERS = 20_000;
const MOST_UNITS = 18 * 1024 * 1024;

/**
 * Metadata would grow beyond its bound. The code is Postgres' `program_limit_exceeded`: like an item that the database
 * refuses, the one that brings too much is kept alone as a dead letter, and the row stays as it was.
 */
class MetadataTooLargeError extends Error {
  override readonly name = 'MetadataTooLargeError';
  readonly code = '54000';
}

/**
 * Holds metadata that has grown by merging to its bound: every request is bounded, but not how many there are, and a row is
 * held in memory as a whole, several times over, whenever it is changed.
 * @throws MetadataTooLargeError
 */
export function checkMerged(metadata: ReadonlyMap<string, JsonText>): void {
  if (metadata.size > MOST_MEMBERS) {
    throw new MetadataTooLargeError(`metadata would have more than ${MOST_MEMBERS} members`);
  }
  let units = 0;
  for (const [key, value] of metadata) units += key.length + value.length;
  if (units > MOST_UNITS) throw new MetadataTooLargeError(`metadata would have more than ${MOST_UNITS} characters`);
}
