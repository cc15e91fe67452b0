import { DecodeError } from './decode-error';
import type { Limits } from './limits';
import type { OtlpCounts } from './otlp';

/** Reasons kept for the answer; the rest is only counted. */
const REASONS = 5;

/** Counts what one OTLP body holds while it is read, so that a small body cannot become a large heap. */
export class OtlpTally {
  readonly #limits: Limits;
  readonly #reasons: string[] = [];
  #spans = 0;
  #attributes = 0;
  #parts = 0;
  #rejected = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @throws DecodeError `too-large` */
  addSpan(): void {
    if (++this.#spans > this.#limits.items) {
      throw new DecodeError('too-large', `a request must not hold more than ${this.#limits.items} spans`);
    }
  }

  /** Attributes of anything, and the values nested in them. @throws DecodeError `too-large` */
  addAttribute(): void {
    if (++this.#attributes > this.#limits.attributes) throw this.#tooMany('attributes and values nested in them');
  }

  /**
   * Everything else that takes memory, bounded by the same limit but apart: what holds the attributes must not take
   * their place.
   * @throws DecodeError `too-large`
   */
  addPart(): void {
    if (++this.#parts > this.#limits.attributes) throw this.#tooMany('events, links, resources and scopes');
  }

  reject(reason: string): void {
    this.#rejected++;
    if (this.#reasons.length < REASONS) this.#reasons.push(reason);
  }

  get counts(): OtlpCounts {
    return { accepted: this.#spans - this.#rejected, rejected: this.#rejected, reasons: this.#reasons };
  }

  #tooMany(what: string): DecodeError {
    return new DecodeError('too-large', `a request must not hold more than ${this.#limits.attributes} ${what}`);
  }
}
