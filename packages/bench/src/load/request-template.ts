import type { Random } from '../random';
import { agentRun } from './llm-spans';
import { type SpanOffsets, encodeRequest, spanOffsets } from './otlp';

export interface TemplateOptions {
  readonly traces: number;
  readonly spansPerTrace: number;
  /** Of one message `Span`. */
  readonly bytesPerSpan: number;
}

/** A span of a template by where its ids and times lie in the body. */
interface Slot {
  readonly offsets: SpanOffsets;
  /** Of its trace's root. */
  readonly rootSpanId: number;
  readonly startsTrace: boolean;
}

const SPAN_NS = 40_000_000n;

/**
 * An OTLP request that is encoded once and sent many times, each time with new ids and times: a load generator that
 * encodes every request measures itself. One request at a time uses the buffer.
 */
export class RequestTemplate {
  readonly #body: Buffer;
  readonly #slots: readonly Slot[];
  readonly #random: Random;

  constructor(random: Random, { traces, spansPerTrace, bytesPerSpan }: TemplateOptions) {
    const spans = Array.from({ length: traces }, () => agentRun(random, spansPerTrace, bytesPerSpan)).flat();
    const { body, spanStarts } = encodeRequest(spans.map((span) => span.encoded));
    this.#body = body;
    this.#random = random;
    let rootSpanId = 0;
    this.#slots = spans.map(({ isRoot }, index) => {
      const offsets = moved(spanOffsets(isRoot), spanStarts[index] ?? 0);
      if (isRoot) rootSpanId = offsets.spanId;
      return { offsets, rootSpanId, startsTrace: isRoot };
    });
  }

  get spans(): number {
    return this.#slots.length;
  }

  get bytes(): number {
    return this.#body.length;
  }

  /** The body with new ids and with times that end at the given time; valid until the next call. */
  renew(nowMs: number): Buffer {
    const body = this.#body;
    const end = BigInt(Math.floor(nowMs)) * 1_000_000n;
    let traceId = 0;
    this.#slots.forEach(({ offsets, rootSpanId, startsTrace }, index) => {
      if (startsTrace) {
        traceId = offsets.traceId;
        this.#writeId(offsets.traceId, 16);
      } else {
        body.copy(body, offsets.traceId, traceId, traceId + 16);
      }
      this.#writeId(offsets.spanId, 8);
      if (offsets.parentSpanId !== undefined) body.copy(body, offsets.parentSpanId, rootSpanId, rootSpanId + 8);
      const start = end - BigInt(this.#slots.length - index) * SPAN_NS;
      body.writeBigUInt64LE(start, offsets.start);
      body.writeBigUInt64LE(start + SPAN_NS, offsets.end);
    });
    return body;
  }

  #writeId(at: number, length: number): void {
    for (let offset = at; offset < at + length; offset += 4) this.#body.writeUInt32BE(this.#random.uint32(), offset);
  }
}

function moved(offsets: SpanOffsets, by: number): SpanOffsets {
  return {
    traceId: offsets.traceId + by,
    spanId: offsets.spanId + by,
    parentSpanId: offsets.parentSpanId === undefined ? undefined : offsets.parentSpanId + by,
    start: offsets.start + by,
    end: offsets.end + by,
  };
}
