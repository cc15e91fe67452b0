/** Limit of bytes that are held at once. A caller without room waits for earlier callers, and then until enough bytes are free. */
export class Room {
  readonly #waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  #free: number;

  /** @param bytes limit; at least the largest request of a caller */
  constructor(bytes: number) {
    this.#free = bytes;
  }

  enter(bytes: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#admit();
    });
  }

  /** @param bytes negative if the caller used more than it requested */
  leave(bytes: number): void {
    this.#free += bytes;
    this.#admit();
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first !== undefined && first.bytes <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= first.bytes;
      first.enter();
    }
  }
}
