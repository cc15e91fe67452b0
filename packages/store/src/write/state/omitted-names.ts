import { hash } from 'node:crypto';
import { type JsonText, MAX_NAMED, parseJson, shortened, splitMembers } from '@sluice/record';

/** Limit of the names that are counted for one row; further names are not counted (contract: Limits). */
const MAX_COUNTED = 20_000;

/** Length of a hash in characters of base64url: 48 bits, so that two of the counted names are unlikely to have the same hash. */
const HASH_LENGTH = 8;

/**
 * Names of the members that were omitted from the metadata of one row, each counted once, however often it is sent. The row stores a short
 * hash of every name, and the first names in full. The set only grows.
 */
export class LeftOut {
  readonly #names: string[];
  readonly #hashes: Set<string>;
  /** Value that a sender sent under the name `sluice.omitted` itself. */
  readonly sent: JsonText | undefined;

  /**
   * @param hashes as `hashes` returned them; undefined if nothing was omitted so far
   * @param summary as `summary` returned it
   */
  constructor(hashes: string | undefined, summary: JsonText | undefined) {
    this.#hashes = new Set();
    for (let at = 0; at < (hashes?.length ?? 0); at += HASH_LENGTH) {
      this.#hashes.add(hashes?.slice(at, at + HASH_LENGTH) ?? '');
    }
    const own = hashes === undefined ? undefined : splitMembers(summary ?? null);
    this.#names = parseJson(own?.get('names') ?? '[]') as string[];
    this.sent = own === undefined ? summary : own.get('sent');
  }

  /** Adds a name. @returns whether the name is new, and counted */
  add(name: string): boolean {
    if (this.#hashes.size >= MAX_COUNTED) return false;
    const before = this.#hashes.size;
    this.#hashes.add(hash('sha256', name, 'base64url').slice(0, HASH_LENGTH));
    if (this.#hashes.size === before) return false;
    if (this.#names.length < MAX_NAMED) this.#names.push(shortened(name));
    return true;
  }

  /** Hashes that the row stores among its stamps; undefined if nothing was omitted. */
  get hashes(): string | undefined {
    return this.#hashes.size === 0 ? undefined : [...this.#hashes].join('');
  }

  /** Returns the value of `sluice.omitted` in metadata: the number, the first names, and the value that was sent under the same name. */
  summary(sent: JsonText | undefined): JsonText {
    const own = `{"count":${this.#hashes.size},"names":${JSON.stringify(this.#names)}`;
    return sent === undefined ? `${own}}` : `${own},"sent":${sent}}`;
  }
}
