import type { Notation } from './notation';

/** Offsets of a span's ids and times in a body. */
export interface Slot {
  /** Undefined where the body contains the trace id only with another span. */
  readonly traceId: number | undefined;
  readonly spanId: number;
  /** Undefined for a root. */
  readonly parentSpanId: number | undefined;
  readonly start: number;
  readonly end: number;
}

/** Request of some spans whose ids and times have no meaning yet. */
export interface EncodedSpans {
  readonly notation: Notation;
  readonly body: Buffer;
  readonly slots: readonly Slot[];
}

/** Words of the ids of a span, most significant first. */
export interface SpanIds {
  readonly trace: readonly number[];
  readonly span: readonly number[];
  /** Id of the parent; without a meaning for a root. */
  readonly parent: readonly number[];
}

const SPAN_MS = 40;

/**
 * Request that is encoded once and sent many times with other ids and times: a load generator that encodes every request measures itself.
 * Only one request at a time uses the buffer.
 */
export class RequestTemplate {
  readonly #encoded: EncodedSpans;

  constructor(encoded: EncodedSpans) {
    this.#encoded = encoded;
  }

  get spans(): number {
    return this.#encoded.slots.length;
  }

  /** @returns the body with these ids, and with times that end at the given time; valid until the next call */
  renew(nowMs: number, idsOf: (index: number, isRoot: boolean) => SpanIds): Buffer {
    const { body, slots, notation } = this.#encoded;
    slots.forEach(({ traceId, spanId, parentSpanId, start, end }, index) => {
      const ids = idsOf(index, parentSpanId === undefined);
      this.#writeId(traceId, ids.trace);
      this.#writeId(spanId, ids.span);
      this.#writeId(parentSpanId, ids.parent);
      const endMs = nowMs - (slots.length - 1 - index) * SPAN_MS;
      notation.writeTime(body, start, endMs - SPAN_MS);
      notation.writeTime(body, end, endMs);
    });
    return body;
  }

  #writeId(at: number | undefined, words: readonly number[]): void {
    if (at === undefined) return;
    const { body, notation } = this.#encoded;
    words.forEach((word, index) => notation.writeWord(body, at + index * notation.bytesPerWord, word));
  }
}
