// OpenAI-compatible model on loopback with fixed answers and fixed usage, so that a capture can be repeated and its numbers are known: the
// first turn of a conversation with tools calls a tool, every other turn answers.
import { createServer } from 'node:http';
import { anthropicAnswer, anthropicEvents } from './anthropic.mjs';
import { geminiAnswer } from './gemini.mjs';

const MODEL = 'gpt-4o-mini-2024-07-18';
/** Model of a scenario whose call must fail. */
const MISSING_MODEL = 'gpt-missing';
const CREATED = 1_795_300_000;

/** Turn that calls the tool: 120 in (40 cached), 30 out (10 reasoning). */
const TOOL_TURN = {
  message: {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_oslo', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
    ],
  },
  finish: 'tool_calls',
  usage: usageOf(120, 40, 30, 10),
};

/** Turn that answers: 180 in (100 cached), 50 out (20 reasoning). */
const ANSWER_TURN = {
  message: { role: 'assistant', content: 'It is 4 degrees in Oslo.' },
  finish: 'stop',
  usage: usageOf(180, 100, 50, 20),
};

/** Turn that answers for agents with a tool to answer with, such as those of smolagents. */
const FINAL_TURN = {
  ...ANSWER_TURN,
  message: {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_answer',
        type: 'function',
        function: { name: 'final_answer', arguments: JSON.stringify({ answer: ANSWER_TURN.message.content }) },
      },
    ],
  },
  finish: 'tool_calls',
};

/**
 * Starts the model; returns its base URL (`http://127.0.0.1:PORT/v1`, that of Gemini without `/v1`), the tokens that were requested so far,
 * and a function that stops it.
 */
export async function startModel() {
  const paid = { input: 0, output: 0 };
  const pay = (input, output) => {
    paid.input += input;
    paid.output += output;
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () =>
      answer(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString() || '{}'), response, pay),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}/v1`, port, paid, stop: () => server.close() };
}

function answer(path, body, response, pay) {
  if (body.model === MISSING_MODEL) return refusal(response);
  if (path.endsWith('/chat/completions')) return chat(body, response, pay);
  if (path.endsWith('/embeddings')) return json(response, embedding(body, pay));
  const message = anthropicAnswer(path, body);
  if (message !== undefined) {
    const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = message.usage;
    pay(input + read + written, message.usage.output_tokens);
    return body.stream ? events(response, anthropicEvents(message)) : json(response, message);
  }
  const chunks = geminiAnswer(path, body);
  const {
    promptTokenCount: input,
    candidatesTokenCount: output,
    thoughtsTokenCount: thoughts,
  } = chunks?.[0]?.usageMetadata ?? {};
  if (input !== undefined) pay(input, output + thoughts);
  if (chunks !== undefined) return path.includes('alt=sse') ? events(response, chunks) : json(response, chunks[0]);
  return json(response, { error: { message: `no such path: ${path}`, type: 'invalid_request_error' } }, 404);
}

function chat({ messages, tools, stream, stream_options: streamOptions }, response, pay) {
  const turn = turnOf(messages, tools ?? []);
  pay(turn.usage.prompt_tokens, turn.usage.completion_tokens);
  const head = { id: turn === TOOL_TURN ? 'chatcmpl-1' : 'chatcmpl-2', created: CREATED, model: MODEL };
  const fingerprint = { system_fingerprint: 'fp_capture', service_tier: 'default' };
  if (!stream) {
    const choices = [
      { index: 0, message: { ...turn.message, refusal: null }, logprobs: null, finish_reason: turn.finish },
    ];
    return json(response, { ...head, object: 'chat.completion', choices, usage: turn.usage, ...fingerprint });
  }
  const chunk = (choices, usage) => ({ ...head, object: 'chat.completion.chunk', choices, ...fingerprint, ...usage });
  const deltas = deltasOf(turn.message).map((delta) => chunk([{ index: 0, delta, finish_reason: null }]));
  const end = chunk([{ index: 0, delta: {}, finish_reason: turn.finish }]);
  const usage = streamOptions?.include_usage ? [chunk([], { usage: turn.usage })] : [];
  events(response, [...deltas, end, ...usage], 'data: [DONE]\n\n');
}

function events(response, chunks, end = '') {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // Anthropic's events have their type as a name, too.
  for (const chunk of chunks)
    response.write(`${chunk.type ? `event: ${chunk.type}\n` : ''}data: ${JSON.stringify(chunk)}\n\n`);
  response.end(end);
}

/** With tools and no result yet the answer is a tool call. */
function turnOf(messages, tools) {
  if (tools.length > 0 && !messages.some(({ role }) => role === 'tool' || role === 'assistant')) return TOOL_TURN;
  return tools.some((tool) => tool.function?.name === 'final_answer') ? FINAL_TURN : ANSWER_TURN;
}

/** Splits a message as a model streams it: its role, then its text in two pieces, or its calls. */
function deltasOf({ content, tool_calls: calls }) {
  if (calls)
    return [{ role: 'assistant', content: null }, { tool_calls: calls.map((call, index) => ({ index, ...call })) }];
  const half = Math.floor(content.length / 2);
  return [{ role: 'assistant', content: '' }, { content: content.slice(0, half) }, { content: content.slice(half) }];
}

function embedding({ input, encoding_format: format, model }, pay) {
  pay(8, 0);
  const inputs = Array.isArray(input) && typeof input[0] !== 'number' ? input : [input];
  const vector = new Float32Array([0.25, -0.5, 0.75]);
  const value = format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
  const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding: value }));
  return { object: 'list', data, model, usage: { prompt_tokens: 8, total_tokens: 8 } };
}

function usageOf(input, cached, output, reasoning) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
}

/** Sends OpenAI's answer to an unknown model. */
function refusal(response) {
  const message = `The model \`${MISSING_MODEL}\` does not exist or you do not have access to it.`;
  json(response, { error: { message, type: 'invalid_request_error', param: null, code: 'model_not_found' } }, 404);
}

function json(response, body, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
