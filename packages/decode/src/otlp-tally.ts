import { DecodeError } from './decode-error';
import type { Limits } from './limits';
import type { OtlpCounts } from './otlp';

/** Reasons kept for the answer; the rest is only counted. */
const REASONS = 5;

/** Nouns for the items of a signal, and for everything else that it counts, in messages. */
export interface TallyNames {
  readonly items: string;
  readonly parts: string;
}

export const SPANS: TallyNames = { items: 'spans', parts: 'events, links, resources and scopes' };
export const DATA_POINTS: TallyNames = { items: 'data points', parts: 'metrics, quantiles, resources and scopes' };

/** Counts what one OTLP body holds while it is read, so that a small body cannot become a large heap. */
export class OtlpTally {
  readonly #limits: Limits;
  readonly #names: TallyNames;
  readonly #reasons: string[] = [];
  #items = 0;
  #skipped = 0;
  #attributes = 0;
  #parts = 0;
  #rejected = 0;

  constructor(limits: Limits, names: TallyNames) {
    this.#limits = limits;
    this.#names = names;
  }

  /** A span or a data point. @throws DecodeError `too-large` */
  addItem(): void {
    if (++this.#items > this.#limits.items) {
      throw new DecodeError(
        'too-large',
        `a request must not hold more than ${this.#limits.items} ${this.#names.items}`,
      );
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
    if (++this.#parts > this.#limits.attributes) throw this.#tooMany(this.#names.parts);
  }

  reject(reason: string): void {
    this.#rejected++;
    if (this.#reasons.length < REASONS) this.#reasons.push(reason);
  }

  /** An item without anything to store. */
  skip(): void {
    this.#skipped++;
  }

  get counts(): OtlpCounts {
    const rejected = this.#rejected;
    return { accepted: this.#items - rejected - this.#skipped, rejected, reasons: this.#reasons };
  }

  #tooMany(what: string): DecodeError {
    return new DecodeError('too-large', `a request must not hold more than ${this.#limits.attributes} ${what}`);
  }
}
