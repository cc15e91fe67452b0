/** So many bytes may be held at once. Who finds too little room waits for those who came before, and for as much to be free. */
export class Room {
  readonly #waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  #free: number;

  /** @param bytes at least as many as anybody asks for */
  constructor(bytes: number) {
    this.#free = bytes;
  }

  enter(bytes: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#admit();
    });
  }

  /** @param bytes fewer than 0 where more was taken than asked for */
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
