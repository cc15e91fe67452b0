import { type Random, createRandom } from '../random-source';
import { SPAN_ID_WORDS, TRACE_ID_WORDS } from './notation';
import { type EncodedSpans, RequestTemplate, type SpanIds } from './request-template';
import { type RequestSource, words } from './request-source';

/** Groups of traces that are under way at a time. */
const GROUPS = 16;

/**
 * Traces that come in parts: each request has one span of each of its traces, and the spans of a trace come in as many requests, on
 * whichever connections are free, beside those of other traces; the root comes last, as it ends last.
 * @param parts the requests of a group of traces in their order, of one span of each
 * @returns what makes the requests of one connection; all together send each part once
 */
export function spreadTraces(random: Random, parts: readonly EncodedSpans[]): (random: Random) => RequestSource {
  const [seed, run] = [random.uint32(), random.uint32()];
  let sent = 0;
  /** The next part, and the group that it is of: first parts of all groups, then the second ones, … */
  const turn = () => {
    const number = sent++;
    const round = Math.floor(number / GROUPS);
    return { part: round % parts.length, group: Math.floor(round / parts.length) * GROUPS + (number % GROUPS) };
  };
  return (own: Random): RequestSource => {
    const templates = parts.map((part) => new RequestTemplate({ ...part, body: Buffer.from(part.body) }));
    return {
      items: templates[0]?.spans ?? 0,
      next(nowMs) {
        const { part, group } = turn();
        const ids = (index: number, isRoot: boolean): SpanIds => {
          const ofTrace = createRandom(seed + group * 7919 + index);
          // The last word keeps them apart from those of other runs, the first ones are of no order.
          const trace = [...words(ofTrace, TRACE_ID_WORDS - 1), run];
          const root = [...words(ofTrace, SPAN_ID_WORDS - 1), run];
          return { trace, root, span: isRoot ? root : words(own, SPAN_ID_WORDS) };
        };
        const template = templates[part];
        if (template === undefined) throw new Error(`there is no part ${part}`);
        return template.renew(nowMs, ids);
      },
    };
  };
}
