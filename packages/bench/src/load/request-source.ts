import type { Random } from '../random-source';
import { SPAN_ID_WORDS, TRACE_ID_WORDS } from './notation';
import { type EncodedSpans, RequestTemplate, type SpanIds } from './request-template';

/** Requests of one kind for one connection: encoded once, each with ids and times of its own. */
export interface RequestSource {
  /** Spans, observations or points of the next request. */
  readonly items: number;
  /** Whether the next request continues traces of the last one; default: no. */
  readonly continues?: boolean;
  /** Returns the next body; valid until the next call. @param nowMs an integer */
  next(nowMs: number): Buffer;
}

/** Makes requests of whole traces with new ids; the root is the first span of each trace. */
export function wholeTraces(random: Random, encoded: EncodedSpans): RequestSource {
  const template = new RequestTemplate(encoded);
  let trace: readonly number[] = [];
  let root: readonly number[] = [];
  const idsOf = (_: number, isRoot: boolean): SpanIds => {
    const span = words(random, SPAN_ID_WORDS);
    if (isRoot) {
      trace = words(random, TRACE_ID_WORDS);
      root = span;
    }
    return { trace, span, parent: root };
  };
  return { items: template.spans, next: (nowMs) => template.renew(nowMs, idsOf) };
}

export function words(random: Random, count: number): readonly number[] {
  return Array.from({ length: count }, () => random.uint32());
}
