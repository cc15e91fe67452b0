// The AI SDK 7 with its telemetry package: its GenAI spans, or with TELEMETRY=legacy the spans of earlier versions.
import { createOpenAI } from '@ai-sdk/openai';
import { LegacyOpenTelemetry, OpenTelemetry } from '@ai-sdk/otel';
import { trace } from '@opentelemetry/api';
import { embed, generateText, registerTelemetry, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { EMBEDDING_MODEL, getWeather, MODEL, QUESTION, scenario, SESSION, SYSTEM, USER } from './weather.mjs';

const provider = startTracing();
registerTelemetry(process.env.TELEMETRY === 'legacy' ? new LegacyOpenTelemetry() : new OpenTelemetry());
const openai = createOpenAI();
const runtimeContext = { userId: USER, sessionId: SESSION, team: 'research' };
const includeRuntimeContext = { userId: true, sessionId: true, team: true };
const telemetryOf = (functionId) => ({ runtimeContext, telemetry: { functionId, includeRuntimeContext } });
const tools = {
  get_weather: tool({
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => getWeather(city),
  }),
};
const settings = { model: openai.chat(MODEL), instructions: SYSTEM, temperature: 0.2, maxOutputTokens: 200 };

async function weatherWorkflow() {
  const { responseMessages } = await generateText({
    ...settings,
    ...telemetryOf('ask'),
    prompt: QUESTION,
    tools,
    stopWhen: stepCountIs(1),
  });
  const messages = [{ role: 'user', content: QUESTION }, ...responseMessages];
  await streamText({ ...settings, ...telemetryOf('answer'), messages }).consumeStream();
  const embedding = openai.embeddingModel(EMBEDDING_MODEL);
  await embed({ model: embedding, value: 'Oslo weather', telemetry: { functionId: 'remember' } });
}

await trace.getTracer('weather').startActiveSpan('weather-workflow', async (span) => {
  await scenario(weatherWorkflow);
  span.end();
});
await provider.shutdown();
