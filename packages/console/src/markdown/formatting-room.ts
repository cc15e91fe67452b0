/**
 * Budget of characters that are formatted at the same time: texts that are each within their limits take a fraction of a second together.
 */
export class FormattingRoom {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /**
   * Reserves room for a text.
   * @returns a function that releases it, once; undefined if the room is insufficient, in which case nothing is reserved
   */
  take(characters: number): (() => void) | undefined {
    if (characters > this.#left) return undefined;
    this.#left -= characters;
    let held = characters;
    return () => {
      this.#left += held;
      held = 0;
    };
  }
}
