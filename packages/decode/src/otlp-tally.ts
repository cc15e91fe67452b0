import { DecodeError } from './decode-error';
import type { Limits } from './limits';
import type { OtlpResourceSpans, OtlpTraces } from './otlp';

/** Reasons kept for the answer; the rest is only counted. */
const REASONS = 5;

/** Counts what one OTLP body holds while it is read, so that a small body cannot become a large heap. */
export class OtlpTally {
  readonly #limits: Limits;
  readonly #reasons: string[] = [];
  #spans = 0;
  #elements = 0;
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

  /**
   * Everything that takes memory and is not a span: attributes, nested values, events, links, envelopes.
   * @throws DecodeError `too-large`
   */
  addElement(): void {
    if (++this.#elements > this.#limits.attributes) {
      throw new DecodeError('too-large', `a request must not hold more than ${this.#limits.attributes} attributes`);
    }
  }

  reject(reason: string): void {
    this.#rejected++;
    if (this.#reasons.length < REASONS) this.#reasons.push(reason);
  }

  result(resourceSpans: readonly OtlpResourceSpans[]): OtlpTraces {
    const accepted = this.#spans - this.#rejected;
    return { resourceSpans, accepted, rejected: this.#rejected, reasons: this.#reasons };
  }
}
