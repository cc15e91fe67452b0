// A flow of Genkit with its own telemetry: a call of a model that calls a tool, and an embedding. MODELS names their provider.
import { openAI } from '@genkit-ai/compat-oai/openai';
import { googleAI } from '@genkit-ai/google-genai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { genkit, z } from 'genkit';
import { enableTelemetry, flushTracing } from 'genkit/tracing';
import { EMBEDDING_MODEL, getWeather, MODEL, QUESTION, scenario, SYSTEM } from './weather.mjs';

await enableTelemetry({
  resource: new Resource({
    'service.name': 'weather',
    'service.version': '1.2.3',
    'deployment.environment.name': 'staging',
  }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
const { plugin, model, embedder, maximum } =
  process.env.MODELS === 'gemini'
    ? {
        plugin: googleAI({ baseUrl: process.env.GOOGLE_GEMINI_BASE_URL }),
        model: googleAI.model('gemini-2.5-flash'),
        embedder: googleAI.embedder('gemini-embedding-001'),
        maximum: 'maxOutputTokens',
      }
    : {
        plugin: openAI(),
        model: openAI.model(MODEL),
        embedder: openAI.embedder(EMBEDDING_MODEL),
        maximum: 'max_tokens',
      };
const ai = genkit({ plugins: [plugin] });
const weather = ai.defineTool(
  { name: 'get_weather', description: 'The weather of a city', inputSchema: z.object({ city: z.string() }) },
  ({ city }) => getWeather(city),
);
const flow = ai.defineFlow({ name: 'weather-workflow', inputSchema: z.string() }, async (question) => {
  const { stream, response } = ai.generateStream({
    model,
    system: SYSTEM,
    prompt: question,
    tools: [weather],
    config: { temperature: 0.2, [maximum]: 200 },
  });
  for await (const chunk of stream) void chunk;
  await ai.embed({ embedder, content: 'Oslo weather' });
  return (await response).text;
});
await scenario(() => flow(QUESTION));
await flushTracing();
