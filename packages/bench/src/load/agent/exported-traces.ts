import type { Random } from '../../random-source';
import { SPAN_ID_WORDS, TRACE_ID_WORDS } from '../notation';
import type { InstrumentationScope } from '../otlp';
import { jsonRequest, jsonSpan } from '../otlp-json';
import { type RequestSource, words } from '../request-source';
import { RequestTemplate } from '../request-template';
import type { AgentSpan } from './instrumentation';

/** Maximum of one request of an exporter. */
export interface BatchLimit {
  /** Spans. */
  readonly spans: number;
  /** Bytes of the spans as JSON; a longer span has a request for itself. */
  readonly bytes: number;
}

/** Attributes of a span that the SDK of Python keeps by default: the last ones. */
const ATTRIBUTE_LIMIT = 128;

/** Returns a span as the SDK of Python ends it. */
export function endedSpan({ name, kind = 1, parent, attributes }: AgentSpan) {
  const all = Object.entries(attributes);
  const kept = all.slice(-ATTRIBUTE_LIMIT);
  const dropped = all.length - kept.length;
  return {
    name,
    kind,
    isRoot: parent === undefined,
    attributes: Object.fromEntries(kept),
    ...(dropped > 0 && { droppedAttributesCount: dropped }),
  };
}

export interface ExportOptions {
  /** Spans of a trace in the order in which they are sent. */
  readonly spans: readonly AgentSpan[];
  readonly scope?: InstrumentationScope;
  readonly limit: BatchLimit;
}

/** Sends one trace after the other as an exporter does, in several requests; each has these spans with ids and times of its own. */
export function exportedTraces(random: Random, { spans, scope, limit }: ExportOptions): RequestSource {
  const requests = batches(spans, limit).map(({ from, texts }) => ({
    from,
    template: new RequestTemplate(jsonRequest(texts, scope)),
  }));
  let sent = 0;
  let trace: readonly number[] = [];
  let ids: readonly (readonly number[])[] = [];
  const next = () => {
    const request = requests[sent % requests.length];
    if (request === undefined) throw new Error('a trace has no spans');
    return request;
  };
  return {
    get items() {
      return next().template.spans;
    },
    get continues() {
      return next().from > 0;
    },
    next(nowMs) {
      const { from, template } = next();
      sent += 1;
      if (from === 0) {
        trace = words(random, TRACE_ID_WORDS);
        ids = spans.map(() => words(random, SPAN_ID_WORDS));
      }
      return template.renew(nowMs, (index) => {
        const { [from + index]: span = [] } = ids;
        return { trace, span, parent: ids[spans[from + index]?.parent ?? NaN] ?? [] };
      });
    },
  };
}

/** Divides spans into requests. */
function batches(spans: readonly AgentSpan[], limit: BatchLimit) {
  const made: { readonly from: number; readonly texts: string[] }[] = [];
  let bytes = Infinity;
  spans.forEach((span, from) => {
    const text = jsonSpan(endedSpan(span));
    const batch = made.at(-1);
    bytes += Buffer.byteLength(text);
    if (batch !== undefined && bytes <= limit.bytes && batch.texts.length < limit.spans) batch.texts.push(text);
    else {
      made.push({ from, texts: [text] });
      bytes = Buffer.byteLength(text);
    }
  });
  return made;
}
