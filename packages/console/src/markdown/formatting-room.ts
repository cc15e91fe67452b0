/** How much text is formatted at once, in characters: what takes each text as long as it may comes to a fraction of a second. */
export class FormattingRoom {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Takes room for a text. @returns gives it back, once; undefined where there is not so much, and nothing was taken */
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
