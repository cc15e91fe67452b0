import type { Random } from '../random-source';
import { type SpanFields, encodeSpan } from './otlp';
import { ENGLISH, type Vocabulary, prose } from './words';

/** Span as the GenAI instrumentations write it; its ids and times are zero. */
export interface LlmSpan extends SpanFields {
  readonly isRoot: boolean;
  /** The message as a value, for senders that encode no attributes. */
  readonly input: unknown;
  readonly output: unknown;
}

/** Size and content of spans. */
export interface SpanShape {
  /** Size of one message `Span` in protobuf. */
  readonly bytes: number;
  /** Default: English. */
  readonly words?: Vocabulary;
}

const MODELS = ['gpt-4o-2024-08-06', 'gpt-4o-mini-2024-07-18', 'claude-sonnet-4-20250514', 'gemini-2.0-flash'] as const;

const ZERO = { traceId: Buffer.alloc(16), spanId: Buffer.alloc(8), start: 0n, end: 0n };

/** Spans of fewer bytes have no messages. */
const SMALLEST_WITH_MESSAGES = 700;

/** Makes the spans of one agent run: the agent, and below it model calls and some tools. */
export function agentRun(random: Random, spans: number, shape: SpanShape): readonly LlmSpan[] {
  const session = `session-${random.below(100_000)}`;
  const user = `user-${random.below(10_000)}`;
  return Array.from({ length: spans }, (_, index) => {
    const fields = () =>
      index === 0 ? agent(session, user) : index % 4 === 3 ? tool(random) : modelCall(random, session);
    return padded(random, shape.bytes < SMALLEST_WITH_MESSAGES ? bareCall(random) : fields(), index === 0, shape);
  });
}

interface Unpadded {
  readonly name: string;
  readonly attributes: SpanFields['attributes'];
  readonly free: FreeText;
}

/** Fields with free text, as a function of the text. */
type FreeText = (
  input: string,
  output: string,
) => Readonly<Record<'input' | 'output', unknown>> & {
  readonly attributes: SpanFields['attributes'];
};

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
    free: texts('gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', (input, output) => ({
      input: { query: input },
      output: { rows: [output] },
    })),
  };
}

/** Makes a model call without messages, the default of most instrumentations. */
function bareCall(random: Random): Unpadded {
  return {
    name: 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': random.pick(MODELS),
      'gen_ai.usage.input_tokens': 300 + random.below(2_000),
    },
    free: (input, output) => ({ input: null, output: null, attributes: { note: input + output } }),
  };
}

const messages = texts('gen_ai.input.messages', 'gen_ai.output.messages', (input, output) => ({
  input: [{ role: 'user', parts: [{ type: 'text', content: input }] }],
  output: [{ role: 'assistant', parts: [{ type: 'text', content: output }], finish_reason: 'stop' }],
}));

/** Makes attributes with input and output as JSON. */
function texts(
  inputKey: string,
  outputKey: string,
  values: (input: string, output: string) => Readonly<Record<'input' | 'output', unknown>>,
): FreeText {
  return (inputText, outputText) => {
    const { input, output } = values(inputText, outputText);
    return {
      input,
      output,
      attributes: { [inputKey]: JSON.stringify(input), [outputKey]: JSON.stringify(output) },
    };
  };
}

/** Fills input (two thirds) and output with prose, so that the message has the requested size. */
function padded(
  random: Random,
  { name, attributes, free }: Unpadded,
  isRoot: boolean,
  { bytes, words = ENGLISH }: SpanShape,
): LlmSpan {
  const fill = (inputText: string, outputText: string): LlmSpan => {
    const { input, output, attributes: texts } = free(inputText, outputText);
    const parentSpanId = isRoot ? undefined : ZERO.spanId;
    return { ...ZERO, parentSpanId, isRoot, name, input, output, attributes: { ...attributes, ...texts } };
  };
  const room = Math.max(0, bytes - encodeSpan(fill('', '')).length);
  const inputSize = Math.floor((room * 2) / 3);
  return fill(prose(random, inputSize, words), prose(random, room - inputSize, words));
}
