// The AI SDK 6 with its experimental telemetry.
import { createOpenAI } from '@ai-sdk/openai';
import { trace } from '@opentelemetry/api';
import { embed, generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { EMBEDDING_MODEL, getWeather, MODEL, QUESTION, scenario, SESSION, SYSTEM, TAGS, USER } from './weather.mjs';

const provider = startTracing();
const openai = createOpenAI();
const telemetry = (functionId) => ({
  isEnabled: true,
  functionId,
  metadata: { userId: USER, sessionId: SESSION, tags: TAGS, team: 'research' },
});
const tools = {
  get_weather: tool({
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => getWeather(city),
  }),
};
const settings = { model: openai.chat(MODEL), system: SYSTEM, temperature: 0.2, maxOutputTokens: 200 };

async function weatherWorkflow() {
  const { response } = await generateText({
    ...settings,
    prompt: QUESTION,
    tools,
    stopWhen: stepCountIs(1),
    experimental_telemetry: telemetry('ask'),
  });
  const messages = [{ role: 'user', content: QUESTION }, ...response.messages];
  await streamText({ ...settings, messages, experimental_telemetry: telemetry('answer') }).consumeStream();
  const embedding = openai.textEmbeddingModel(EMBEDDING_MODEL);
  await embed({ model: embedding, value: 'Oslo weather', experimental_telemetry: telemetry('remember') });
}

await trace.getTracer('weather').startActiveSpan('weather-workflow', async (span) => {
  await scenario(weatherWorkflow);
  span.end();
});
await provider.shutdown();
