// Answers of Anthropic's own API for the same two turns. It counts the tokens read from and written to caches in addition to the input,
// while OpenAI's input contains them: 80 and 40 here are 120 there. It does not report reasoning.
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

/** Call of Claude Code, which has no tool for the weather. */
const BASH = { type: 'tool_use', id: 'toolu_oslo', name: 'Bash', input: { command: 'echo 4 degrees in Oslo' } };

/** Returns Anthropic's answer to a request, not streamed; undefined for the path of another API. */
export function anthropicAnswer(path, { messages = [], tools = [] }) {
  if (!path.split('?')[0].endsWith('/v1/messages')) return undefined;
  const isAnswered = messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.type === 'tool_result'),
  );
  const turn = isAnswered || tools.length === 0 ? TURNS.answer : TURNS.tool;
  const content = turn === TURNS.tool && tools.some(({ name }) => name === 'Bash') ? [BASH] : turn.content;
  return { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, stop_sequence: null, ...turn, content };
}

/** Returns a message as Anthropic streams it: events in the form of server-sent ones. */
export function anthropicEvents({ content, stop_reason, stop_sequence, usage, ...head }) {
  const started = { ...head, content: [], stop_reason: null, stop_sequence, usage: { ...usage, output_tokens: 1 } };
  const blocks = content.flatMap((block, index) => {
    const [empty, delta] =
      block.type === 'text'
        ? [
            { ...block, text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ];
    return [
      { type: 'content_block_start', index, content_block: empty },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ];
  });
  const end = { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage };
  return [{ type: 'message_start', message: started }, ...blocks, end, { type: 'message_stop' }];
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
