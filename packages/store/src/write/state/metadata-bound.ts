import type { JsonText } from '@sluice/record';

/** What merging may make of the metadata of one trace or observation (contract: Limits). */
const MOST_MEMBERS = 20_000;
const MOST_UNITS = 18 * 1024 * 1024;

/**
 * Metadata would grow beyond its bound. The code is Postgres' `program_limit_exceeded`: like an item that the database
 * refuses, the one that brings too much is kept alone as a dead letter, and the row stays as it was.
 */
export class MetadataTooLargeError extends Error {
  override readonly name = 'MetadataTooLargeError';
  readonly code = '54000';
  /** The trace that is stored with so much, where it is its own metadata that would grow. */
  stored: { readonly traceId: string; readonly metadata: Metadata } | undefined;
}

type Metadata = ReadonlyMap<string, JsonText>;

/**
 * Holds metadata that has grown by merging to its bound: every request is bounded, but not how many there are, and a row is
 * held in memory as a whole, several times over, whenever it is changed.
 * @throws MetadataTooLargeError
 */
export function checkMerged(metadata: Metadata): void {
  const reason = metadata.size > MOST_MEMBERS ? tooMuch(metadata.size, 0) : tooMuch(0, unitsOf(metadata));
  if (reason !== undefined) throw new MetadataTooLargeError(reason);
}

/** What is wrong with metadata of so many members and UTF-16 units; undefined where it is within the bound. */
function tooMuch(members: number, units: number): string | undefined {
  if (members > MOST_MEMBERS) return `metadata would have more than ${MOST_MEMBERS} members`;
  return units > MOST_UNITS ? `metadata would have more than ${MOST_UNITS} characters` : undefined;
}

function unitsOf(metadata: Metadata): number {
  let units = 0;
  for (const [key, value] of metadata) units += key.length + value.length;
  return units;
}

/**
 * Metadata to which one addition after the other is made, as long as it stays within the bound. Merged rows may be larger
 * than it, never smaller: of two values of a member the shorter one counts, since which of them stays is not asked.
 */
export class GrowingMetadata {
  readonly #lengths: Map<string, number>;
  #units: number;

  constructor(metadata: Metadata) {
    this.#lengths = new Map(Array.from(metadata, ([key, value]) => [key, value.length]));
    this.#units = unitsOf(metadata);
  }

  /**
   * Adds members unless they take it beyond its bound. As when rows are merged, that is asked only where a member is new.
   * @returns what is wrong then; undefined when they were added
   */
  add(additions: readonly Metadata[]): string | undefined {
    const changed = new Map<string, number>();
    let members = this.#lengths.size;
    let units = this.#units;
    for (const [key, { length }] of additions.flatMap((addition) => [...addition])) {
      const known = changed.get(key) ?? this.#lengths.get(key);
      if (known === undefined) members += 1;
      units += known === undefined ? key.length + length : Math.min(0, length - known);
      changed.set(key, Math.min(length, known ?? length));
    }
    const reason = members > this.#lengths.size ? tooMuch(members, units) : undefined;
    if (reason !== undefined) return reason;
    for (const [key, length] of changed) this.#lengths.set(key, length);
    this.#units = units;
    return undefined;
  }
}
