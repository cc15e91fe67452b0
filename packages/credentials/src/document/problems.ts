/** Limit of the problems that are listed. */
const MAX_PROBLEMS = 20;
const LONGEST_SHOWN = 24;

/** Problems of a document, each with its location, such as `keys[3].scopes[1]`. */
export class Problems {
  readonly #found: string[] = [];
  #more = 0;

  add(place: string, problem: string): void {
    if (this.#found.length < MAX_PROBLEMS) this.#found.push(place === '' ? problem : `${place}: ${problem}`);
    else this.#more += 1;
  }

  /** Whether the limit is reached: further problems are only counted, so a costly search for details can be skipped. */
  get areMany(): boolean {
    return this.#found.length === MAX_PROBLEMS;
  }

  get sentences(): readonly string[] {
    return this.#more === 0 ? this.#found : [...this.#found, `${this.#more} more problems`];
  }
}

/** Quotes a wrong value that is not secret. A long value may have been meant for another member, so it is not shown. */
export function shown(value: string): string {
  return value.length <= LONGEST_SHOWN ? JSON.stringify(value) : 'another value (not shown)';
}
