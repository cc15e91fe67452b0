import { hash } from 'node:crypto';
import { type JsonText, MAX_NAMED, parseJson, shortened, splitMembers } from '@sluice/record';

/** So many names are counted, and no more of a row that leaves out more (contract: Limits). */
const MOST_COUNTED = 20_000;

/** In characters of base64url: 48 bits, so that of the names that are counted no two are likely to be taken for one. */
const HASH_LENGTH = 8;

/**
 * The names of the members that were left out of the metadata of one row, each counted once, however often it is sent:
 * the row keeps a short hash of every one of them, and of the first few the name. It only grows.
 */
export class LeftOut {
  readonly #names: string[];
  readonly #hashes: Set<string>;
  /** What a sender sent under the name `sluice.omitted` itself. */
  readonly sent: JsonText | undefined;

  /**
   * @param hashes as `hashes` returned them; undefined where nothing was left out so far
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

  /** @returns whether the name is new, and counted */
  add(name: string): boolean {
    if (this.#hashes.size >= MOST_COUNTED) return false;
    const before = this.#hashes.size;
    this.#hashes.add(hash('sha256', name, 'base64url').slice(0, HASH_LENGTH));
    if (this.#hashes.size === before) return false;
    if (this.#names.length < MAX_NAMED) this.#names.push(shortened(name));
    return true;
  }

  /** What the row keeps beside its stamps; undefined where nothing was left out. */
  get hashes(): string | undefined {
    return this.#hashes.size === 0 ? undefined : [...this.#hashes].join('');
  }

  /** The value of `sluice.omitted` in metadata: the number, the first names, and what was sent under the same name. */
  summary(sent: JsonText | undefined): JsonText {
    const own = `{"count":${this.#hashes.size},"names":${JSON.stringify(this.#names)}`;
    return sent === undefined ? `${own}}` : `${own},"sent":${sent}}`;
  }
}
