/** Of a file with more mistakes the first ones tell enough. */
const MOST_PROBLEMS = 20;
const LONGEST_SHOWN = 24;

/** What is wrong with a document, each with its place, such as `keys[3].scopes[1]`. */
export class Problems {
  readonly #found: string[] = [];
  #more = 0;

  add(place: string, problem: string): void {
    if (this.#found.length < MOST_PROBLEMS) this.#found.push(place === '' ? problem : `${place}: ${problem}`);
    else this.#more += 1;
  }

  /** More are only counted: what costs time to find out about them can be left out. */
  get areMany(): boolean {
    return this.#found.length === MOST_PROBLEMS;
  }

  get sentences(): readonly string[] {
    return this.#more === 0 ? this.#found : [...this.#found, `${this.#more} more problems`];
  }
}

/** A wrong value of a place that is not secret. A long one may have been meant for another place. */
export function shown(value: string): string {
  return value.length <= LONGEST_SHOWN ? JSON.stringify(value) : 'another value (not shown)';
}
