import { createHash } from 'node:crypto';
import { dashed, observationIdOfSpan } from '@sluice/record';
import { encodeRequest, encodeSpan } from '../load/otlp';
import { type ExpectedObservation, type ItemRef, type Workload, itemName, observationLine } from './workload';

const TRACES = 5;
const SPANS_PER_TRACE = 6;
const SPANS = TRACES * SPANS_PER_TRACE;
const MODEL = 'gpt-4o-mini';

/**
 * Client of the OTLP endpoint. The n-th requests of all such clients update the same traces, so that they compete for their rows; client 0
 * sends the root of each trace.
 */
export function otlpWorkload(options: {
  readonly number: number;
  /** Distinguishes the ids of one run from those of another. */
  readonly run: string;
  /** Microseconds since the epoch. */
  readonly start: number;
}): Workload {
  const { number, run, start } = options;
  const client = `otlp-${number}`;
  const hash = (text: string): Buffer => createHash('sha1').update(`${run} ${text}`).digest();
  const rootId = (trace: string): Buffer => hash(`root ${trace}`).subarray(0, 8);

  function spanOf({ group, index }: ItemRef) {
    const trace = `${group}/${Math.floor(index / SPANS_PER_TRACE)}`;
    const isRoot = number === 0 && index % SPANS_PER_TRACE === 0;
    const name = itemName(client, { group, index });
    return {
      name,
      traceId: hash(`trace ${trace}`).subarray(0, 16),
      spanId: isRoot ? rootId(trace) : hash(`span ${name}`).subarray(0, 8),
      parentSpanId: isRoot ? undefined : rootId(trace),
      start: start + group * 1_000 + index,
      end: start + group * 1_000 + index + 10_000 + number,
      inputTokens: 100 + index,
      outputTokens: 10 + (group % 90),
      input: JSON.stringify([{ role: 'user', content: `question of ${name}` }]),
      output: JSON.stringify([{ role: 'assistant', content: `answer to ${name}` }]),
    };
  }

  return {
    client,
    stored: 'observation',
    itemsPerGroup: SPANS,
    groupOf: (request) => request,
    requestsOf: (group) => [group],
    request(group) {
      const spans = Array.from({ length: SPANS }, (_, index) => {
        const span = spanOf({ group, index });
        return encodeSpan({
          ...span,
          start: BigInt(span.start) * 1000n,
          end: BigInt(span.end) * 1000n,
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.request.model': MODEL,
            'gen_ai.usage.input_tokens': span.inputTokens,
            'gen_ai.usage.output_tokens': span.outputTokens,
            'gen_ai.input.messages': span.input,
            'gen_ai.output.messages': span.output,
          },
        });
      });
      return {
        path: '/api/public/otel/v1/traces',
        headers: { 'content-type': 'application/x-protobuf' },
        body: encodeRequest(spans).body,
        items: SPANS,
      };
    },
    expected(item, applied) {
      if (!applied.has(item.group) || item.index >= SPANS) return undefined;
      const { traceId, spanId, parentSpanId, ...span } = spanOf(item);
      const row: ExpectedObservation = {
        ...span,
        traceId: dashed(traceId.toString('hex')),
        id: observationIdOfSpan(spanId.toString('hex')),
        parentId: parentSpanId === undefined ? null : observationIdOfSpan(parentSpanId.toString('hex')),
        type: 'GENERATION',
        model: MODEL,
      };
      return observationLine(row);
    },
  };
}
