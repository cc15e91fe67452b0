import type { Random } from '../random';
import { type SpanFields, encodeSpan } from './otlp';
import type { Fields } from './protobuf';
import { prose } from './words';

/** A span as the GenAI instrumentations write it, before it has ids and times. */
export interface LlmSpan {
  readonly isRoot: boolean;
  /** Bytes of its message `Span` with ids and times of zero. */
  readonly encoded: Fields;
}

const MODELS = ['gpt-4o-2024-08-06', 'gpt-4o-mini-2024-07-18', 'claude-sonnet-4-20250514', 'gemini-2.0-flash'] as const;

const ZERO = { traceId: Buffer.alloc(16), spanId: Buffer.alloc(8), start: 0n, end: 0n };

/** The spans of one agent run: the agent, and below it model calls and now and then a tool. */
export function agentRun(random: Random, spans: number, bytesPerSpan: number): readonly LlmSpan[] {
  const session = `session-${random.below(100_000)}`;
  const user = `user-${random.below(10_000)}`;
  return Array.from({ length: spans }, (_, index) => {
    const fields = index === 0 ? agent(session, user) : index % 4 === 3 ? tool(random) : modelCall(random, session);
    return padded(random, fields, index === 0, bytesPerSpan);
  });
}

interface Unpadded {
  readonly name: string;
  readonly attributes: SpanFields['attributes'];
  /** The attributes that hold the free text, as a function of it. */
  readonly free: (input: string, output: string) => SpanFields['attributes'];
}

function agent(session: string, user: string): Unpadded {
  return {
    name: 'invoke_agent support',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'openai',
      'gen_ai.agent.name': 'support',
      'gen_ai.agent.id': 'asst_5j66UpCpwteGg4YSxUnt7lPY',
      'gen_ai.conversation.id': session,
      'session.id': session,
      'user.id': user,
    },
    free: messages,
  };
}

function modelCall(random: Random, session: string): Unpadded {
  const model = random.pick(MODELS);
  return {
    name: `chat ${model}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': model,
      'gen_ai.response.model': model,
      'gen_ai.response.id': `chatcmpl-${random.uint32().toString(36)}${random.uint32().toString(36)}`,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.request.temperature': 0.7,
      'gen_ai.request.max_tokens': 1024,
      'gen_ai.usage.input_tokens': 300 + random.below(2_000),
      'gen_ai.usage.output_tokens': 50 + random.below(500),
      'gen_ai.conversation.id': session,
      'server.address': 'api.openai.com',
      'server.port': 443,
    },
    free: messages,
  };
}

function tool(random: Random): Unpadded {
  return {
    name: 'execute_tool search_orders',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search_orders',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': `call_${random.uint32().toString(36)}`,
    },
    free: (input, output) => ({
      'gen_ai.tool.call.arguments': JSON.stringify({ query: input }),
      'gen_ai.tool.call.result': JSON.stringify({ rows: [output] }),
    }),
  };
}

function messages(input: string, output: string): SpanFields['attributes'] {
  return {
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: input }] }]),
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [{ type: 'text', content: output }], finish_reason: 'stop' },
    ]),
  };
}

/** Fills input (two thirds) and output with prose, so that the message has the size asked for. */
function padded(random: Random, { name, attributes, free }: Unpadded, isRoot: boolean, bytes: number): LlmSpan {
  const encode = (input: string, output: string): Fields =>
    encodeSpan({
      ...ZERO,
      parentSpanId: isRoot ? undefined : ZERO.spanId,
      name,
      attributes: { ...attributes, ...free(input, output) },
    });
  const room = Math.max(0, bytes - encode('', '').length);
  const inputSize = Math.floor((room * 2) / 3);
  return { isRoot, encoded: encode(prose(random, inputSize), prose(random, room - inputSize)) };
}
