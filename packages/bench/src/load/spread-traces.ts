import { type Random, createRandom } from '../random-source';
import { SPAN_ID_WORDS, TRACE_ID_WORDS } from './notation';
import { type EncodedSpans, RequestTemplate, type SpanIds } from './request-template';
import { type RequestSource, words } from './request-source';

/** Number of groups of traces that are sent concurrently. */
const GROUPS = 16;

/**
 * Spreads each trace over several requests: a request has one span of each of its traces. All connections send the requests, mixed with
 * those of other traces; the root is last, because it ends last.
 * @param parts requests of a group of traces in their order, with one span of each trace
 * @returns a function that makes the requests of one connection; all connections together send each request once
 */
export function spreadTraces(random: Random, parts: readonly EncodedSpans[]): (random: Random) => RequestSource {
  const [seed, run] = [random.uint32(), random.uint32()];
  let sent = 0;
  /** Returns the next part and its group: first parts of all groups, then the second ones, … */
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
          // The last word distinguishes runs; the first ones are random.
          const trace = [...words(ofTrace, TRACE_ID_WORDS - 1), run];
          const root = [...words(ofTrace, SPAN_ID_WORDS - 1), run];
          return { trace, parent: root, span: isRoot ? root : words(own, SPAN_ID_WORDS) };
        };
        const template = templates[part];
        if (template === undefined) throw new Error(`there is no part ${part}`);
        return template.renew(nowMs, ids);
      },
    };
  };
}
