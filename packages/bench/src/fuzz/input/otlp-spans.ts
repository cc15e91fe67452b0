import type { Choices } from './choices';
import { type Draft, type FuzzContext, SHARED_TRACES, ownSpanId, ownTraceId, sharedTraceId } from './fuzz-input';
import { KEYS, NANOS, TEXTS } from './edge-values';
import { anyValue, attribute, scalar } from './otlp-attributes';
import { type OtlpEncoding, type OtlpMessage, otlpDraft } from './otlp-message';
import { shortText, usualTime } from './values';

/** Tags: the maximum of a trace, and one more. */
const MANY_TAGS = Array.from({ length: 201 }, (_, number) => `t${number}`).join(',');

/** Names of every dialect that become fields, with typical values. */
const KNOWN: readonly (readonly [key: string, values: readonly (string | number | boolean)[]])[] = [
  ['langfuse.observation.type', ['generation', 'SPAN', 'nonsense', 7]],
  ['langfuse.observation.model.name', ['gpt-4o', '']],
  ['vendor.generation.model', ['gpt-4o-mini']],
  ['langfuse.observation.input', ['{"a":[1,2.0]}', 'plain', '42', '["\\u0000\\ud800"]', '{"\\ud800":1}', '{"a":']],
  ['langfuse.observation.output', ['[{"role":"assistant"}]', 'true', '{"a":1,"a":2}', '{"__proto__":{"x":1}}']],
  ['langfuse.observation.model.parameters', ['{"temperature":0.5}', 'hot']],
  [
    'langfuse.observation.usage_details',
    [
      '{"input":10,"output":5}',
      '{"input":-1}',
      '{"prompt_tokens":9,"prompt_tokens_details":{"cached_tokens":3}}',
      '{"__proto__":5}',
      '[1]',
      '{"total":"10"}',
      '{"a\\u0000":1}',
    ],
  ],
  [
    'langfuse.observation.cost_details',
    ['{"input":0.5,"total":1}', '{"total":1e10}', '{"total":1e-20}', '{"total":"0.1"}'],
  ],
  ['langfuse.observation.level', ['ERROR', 'fatal', 'loud']],
  ['langfuse.observation.status_message', ['failed', '']],
  [
    'langfuse.observation.completion_start_time',
    ['2026-11-20T10:00:00Z', '"2026-11-20T10:00:00Z"', 'soon', '9999-12-31T00:00:00Z'],
  ],
  ['langfuse.observation.metadata', ['{"a":1,"b":{"c":[]}}', '{"attributes":1}', '"text"', '{}', '{"\\u0000":1}']],
  ['langfuse.observation.metadata.k', ['v', 7, true, '{"a":1}']],
  ['langfuse.observation.metadata.__proto__', ['v']],
  ['langfuse.observation.metadata.headers.authorization', ['Bearer abc']],
  ['langfuse.trace.name', ['t', '']],
  ['langfuse.trace.input', ['{"q":1}', 'text']],
  ['langfuse.trace.output', ['{"a":1}', 'text']],
  ['langfuse.trace.tags', ['a,b', '["a","b",""]', '[1,true,null,{}]', '{a}', 'x'.repeat(501), MANY_TAGS]],
  ['langfuse.trace.metadata', ['{"a":1}', '{"a":1e400}']],
  ['langfuse.trace.metadata.region', ['eu', 1.5]],
  ['langfuse.trace.public', [true, 'true', 'maybe']],
  ['langfuse.environment', ['prod', 'x'.repeat(501)]],
  ['langfuse.release', ['1.0']],
  ['langfuse.version', ['v1', 'x'.repeat(500)]],
  ['langfuse.internal.as_root', [true, 'true', 'no']],
  ['user.id', ['ada', 7, '', 'x'.repeat(501)]],
  ['session.id', ['s1', '']],
  ['deployment.environment.name', ['dev']],
  ['gen_ai.operation.name', ['chat', 'invoke_agent', 'execute_tool', 'what']],
  ['gen_ai.request.model', ['gpt-4o', 'claude-3-5-sonnet-20241022', 5]],
  ['gen_ai.response.model', ['gpt-4o-2024-08-06']],
  ['gen_ai.provider.name', ['openai', 'none']],
  ['gen_ai.request.temperature', [0.7, 'NaN']],
  ['gen_ai.usage.input_tokens', [100, '100', -1, 1.5, 1e12, 1e13]],
  ['gen_ai.usage.output_tokens', [50, 0, '50.0']],
  ['gen_ai.usage.cache_read.input_tokens', [10, 1000]],
  ['gen_ai.usage.total_tokens', [150]],
  ['gen_ai.usage.cost', [0.01, '0.01', -1, 1e-15]],
  ['gen_ai.input.messages', ['[{"role":"user","parts":[]}]', '[]', ' [ ] ', '[{"role":"system"}]', '{"a":1}', '7']],
  ['gen_ai.system_instructions', ['[{"type":"text"}]', '{"type":"text"}', 'be kind', '']],
  ['gen_ai.output.messages', ['[{"n":1.0}]', 'text']],
  ['gen_ai.response.time_to_first_chunk', [0.5, -1, 1e300]],
  ['gen_ai.tool.name', ['search']],
  ['gen_ai.conversation.id', ['c1']],
  ['llm.token_count.prompt', [7]],
  ['llm.invocation_parameters', ['{"t":1}']],
  ['llm.cost.total', [0.5]],
  ['openinference.span.kind', ['LLM', 'tool', '__proto__']],
  ['input.value', ['{"a":1}', '42', 'text']],
  ['input.mime_type', ['application/json', 'text/plain']],
  ['metadata', ['{"a":1}', 'text', '{"a":1,"a":2}']],
  ['tag.tags', ['a']],
  ['ai.operationId', ['ai.generateText', 'ai.generateText.doGenerate', 'ai.toolCall', 'ai.embed.doEmbed']],
  ['ai.prompt.messages', ['[{"role":"user"}]']],
  ['ai.usage.promptTokens', [5]],
  ['ai.request.headers.authorization', ['Bearer abc']],
  ['ai.response.msToFirstChunk', [12.5]],
  ['error.type', ['timeout']],
];

const EVENT_NAMES = [
  ...['exception', 'gen_ai.user.message', 'gen_ai.choice', 'gen_ai.content.prompt', ''],
  'gen_ai.client.inference.operation.details',
];
const EVENT_KEYS = ['content', 'role', 'gen_ai.prompt', 'gen_ai.input.messages', 'exception.message', 'index'];

/** Makes an export of a few resources, scopes and spans, of one or several traces. */
export function spansDraft(context: FuzzContext, index: number, choices: Choices, encoding: OtlpEncoding): Draft {
  let spans = 0;
  const traceId = (): Buffer =>
    bytes(
      choices.oneIn(12)
        ? sharedTraceId(context.seed, choices.below(SHARED_TRACES))
        : ownTraceId(context.seed, index, choices.below(2)),
    );
  const span = (): OtlpMessage => {
    const n = spans++;
    const start = time(choices);
    const parent = choices.pick(['', ownSpanId(index, 0), ownSpanId(index, n), '0'.repeat(16), 'ab']);
    return {
      traceId: traceId(),
      spanId: bytes(ownSpanId(index, choices.oneIn(15) ? 0 : n)),
      parentSpanId: parent === '' ? undefined : bytes(parent),
      name: shortText(choices, 'span'),
      kind: choices.pick([0, 1, 3, 5, 6, 2 ** 31]),
      startTimeUnixNano: start,
      endTimeUnixNano: choices.oneIn(8) ? time(choices) : start + BigInt(choices.below(5_000_000_000)),
      attributes: attributes(choices, 8),
      droppedAttributesCount: choices.oneIn(8) ? choices.pick([1, 2 ** 32 - 1]) : undefined,
      events: choices.many(0, 2, () => ({
        timeUnixNano: time(choices),
        name: choices.pick(EVENT_NAMES),
        attributes: choices.many(0, 2, () => attribute(choices.pick(EVENT_KEYS), anyValue(choices, 1))),
      })),
      links: choices.many(0, 1, () => ({
        traceId: traceId(),
        spanId: bytes(ownSpanId(index, 1)),
        attributes: attributes(choices, 1),
      })),
      status: { message: choices.oneIn(4) ? choices.pick(TEXTS) : undefined, code: choices.pick([0, 1, 2, 3]) },
    };
  };
  const resourceSpans = choices.many(1, 2, () => ({
    resource: { attributes: attributes(choices, 3) },
    scopeSpans: choices.many(1, 2, () => ({
      scope: {
        name: shortText(choices, 'scope'),
        version: choices.oneIn(2) ? '1.0' : '',
        attributes: attributes(choices, 1),
      },
      spans: choices.many(0, 3, span),
    })),
  }));
  return otlpDraft('trace', encoding, { resourceSpans }, choices);
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

function time(choices: Choices): bigint {
  return choices.oneIn(10)
    ? choices.pick(NANOS)
    : BigInt(usualTime(choices)) * 1_000_000n + BigInt(choices.below(1_000_000));
}

function attributes(choices: Choices, most: number): OtlpMessage[] {
  return choices.many(0, most, () => {
    if (choices.oneIn(5)) return attribute(choices.pick(KEYS), anyValue(choices, 3));
    const [key, values] = choices.pick(KNOWN);
    return attribute(key, choices.oneIn(6) ? anyValue(choices, 2) : scalar(choices.pick(values)));
  });
}
