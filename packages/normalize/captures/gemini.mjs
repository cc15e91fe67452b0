// Answers of Gemini's own API for the same two turns. It counts thoughts in addition to the candidates, while OpenAI's output contains the
// reasoning: 20 and 10 here are 30 there.
const MODEL = 'gemini-2.5-flash';

const TURNS = {
  tool: {
    part: { functionCall: { id: 'call_oslo', name: 'get_weather', args: { city: 'Oslo' } } },
    usage: usageOf({ prompt: 120, cached: 40, candidates: 20, thoughts: 10 }),
  },
  answer: {
    part: { text: 'It is 4 degrees in Oslo.' },
    usage: usageOf({ prompt: 180, cached: 100, candidates: 30, thoughts: 20 }),
  },
};

/**
 * Returns Gemini's answer to a request, as the chunks of a stream; undefined for the path of another API.
 * @param path `/v1beta/models/NAME:METHOD`
 */
export function geminiAnswer(path, { contents = [] }) {
  const method = /\/models\/[^/:]+:(\w+)/.exec(path)?.[1];
  if (method === 'embedContent') return [{ embedding: { values: [0.25, -0.5, 0.75] } }];
  if (method !== 'generateContent' && method !== 'streamGenerateContent') return undefined;
  const isAnswered = contents.some(({ parts }) => parts.some((part) => part.functionResponse));
  const { part, usage } = isAnswered ? TURNS.answer : TURNS.tool;
  const candidate = { index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' };
  return [{ candidates: [candidate], usageMetadata: usage, modelVersion: MODEL, responseId: 'response-1' }];
}

function usageOf({ prompt, cached, candidates, thoughts }) {
  return {
    promptTokenCount: prompt,
    cachedContentTokenCount: cached,
    candidatesTokenCount: candidates,
    thoughtsTokenCount: thoughts,
    totalTokenCount: prompt + candidates + thoughts,
  };
}
