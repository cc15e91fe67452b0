import { joinItems, offsetsOf } from './json-items';
import type { LlmSpan } from './llm-spans';
import { ISO_JSON } from './notation';
import type { EncodedSpans } from './request-template';

const NO_TRACE = '0'.repeat(32);
const NO_ID = '0'.repeat(16);
const NO_TIME = '0000-00-00T00:00:00.000Z';
const SLOT_MEMBERS = ['id', 'parentObservationId', 'startTime', 'endTime'] as const;

/** Attributes of a span, and the members of an observation with the same meaning. */
const MEMBERS = {
  model: 'gen_ai.request.model',
  promptTokens: 'gen_ai.usage.input_tokens',
  completionTokens: 'gen_ai.usage.output_tokens',
} as const;

/** Makes a native batch of one trace with these spans as its observations. */
export function nativeBatch(spans: readonly LlmSpan[]): EncodedSpans {
  const [root] = spans;
  const trace = JSON.stringify({
    id: NO_TRACE,
    name: root?.name,
    userId: root?.attributes['user.id'],
    sessionId: root?.attributes['session.id'],
  });
  const before = '{"trace":';
  const { body, offsets } = joinItems(`${before}${trace},"observations":[`, spans.map(observation), ']}', SLOT_MEMBERS);
  const traceId = offsetsOf(trace, ['id'], before.length).id;
  const slots = offsets.map(({ id = NaN, parentObservationId, startTime = NaN, endTime = NaN }, index) => ({
    traceId: index === 0 ? traceId : undefined,
    spanId: id,
    parentSpanId: parentObservationId,
    start: startTime,
    end: endTime,
  }));
  return { notation: ISO_JSON, body, slots };
}

function observation({ isRoot, name, attributes, input, output }: LlmSpan): string {
  const members = Object.entries(MEMBERS).map(([member, key]) => [member, attributes[key]]);
  return JSON.stringify({
    id: NO_ID,
    ...(!isRoot && { parentObservationId: NO_ID }),
    startTime: NO_TIME,
    endTime: NO_TIME,
    type: attributes[MEMBERS.model] === undefined ? 'SPAN' : 'GENERATION',
    name,
    ...Object.fromEntries(members),
    metadata: { 'gen_ai.operation.name': attributes['gen_ai.operation.name'], 'server.address': 'api.openai.com' },
    input,
    output,
  });
}
