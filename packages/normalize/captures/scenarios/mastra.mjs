// Mastra's agent with its own exporter of OpenTelemetry.
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { getWeather, MODEL, QUESTION, scenario, SESSION, SYSTEM, TAGS, USER } from './weather.mjs';

const getWeatherTool = createTool({
  id: 'get_weather',
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => getWeather(city),
});
const agent = new Agent({
  id: 'weather-agent',
  name: 'weather-agent',
  instructions: SYSTEM,
  model: createOpenAI().chat(MODEL),
  tools: { get_weather: getWeatherTool },
  maxRetries: 0,
});
const exporter = new OtelExporter({
  provider: { custom: { endpoint: process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, protocol: 'http/json' } },
});
const mastra = new Mastra({
  agents: { weather: agent },
  logger: false,
  observability: new Observability({ configs: { otel: { serviceName: 'weather', exporters: [exporter] } } }),
});

await scenario(async () => {
  const answer = await mastra.getAgent('weather').stream(QUESTION, {
    maxSteps: 2,
    modelSettings: { temperature: 0.2, maxOutputTokens: 200, maxRetries: 0 },
    tracingOptions: { metadata: { userId: USER, sessionId: SESSION, team: 'research' }, tags: TAGS },
  });
  await answer.consumeStream();
});
await mastra.shutdown();
