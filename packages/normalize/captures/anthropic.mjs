// The same two turns as Anthropic's own API answers them: it counts what is read from and written to caches beside the
// input, where OpenAI has them inside, so that 80 and 40 here are 120 there. It does not say how much was reasoning.
const MODEL = 'claude-sonnet-4-5-20250929';

const TURNS = {
  tool: {
    content: [{ type: 'tool_use', id: 'toolu_oslo', name: 'get_weather', input: { city: 'Oslo' } }],
    stop_reason: 'tool_use',
    usage: usageOf({ input: 80, read: 40, written: 0, output: 30 }),
  },
  answer: {
    content: [{ type: 'text', text: 'It is 4 degrees in Oslo.' }],
    stop_reason: 'end_turn',
    usage: usageOf({ input: 60, read: 100, written: 20, output: 50 }),
  },
};

/** What Anthropic answers to a request, not streamed; undefined where the path is none of its. */
export function anthropicAnswer(path, { messages = [] }) {
  if (!path.split('?')[0].endsWith('/v1/messages')) return undefined;
  const isAnswered = messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.type === 'tool_result'),
  );
  const turn = isAnswered ? TURNS.answer : TURNS.tool;
  return { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, stop_sequence: null, ...turn };
}

function usageOf({ input, read, written, output }) {
  return {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: 'standard',
  };
}
