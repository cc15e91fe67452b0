// AI SDK 7 with the registered telemetry, and with one exporter or two.
import { createOpenAI } from '@ai-sdk/openai';
import { LegacyOpenTelemetry, OpenTelemetry } from '@ai-sdk/otel';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { LangfuseVercelAiSdkIntegration } from '@langfuse/vercel-ai-sdk';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, registerTelemetry, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { getWeather, MODEL, QUESTION, SYSTEM } from './weather.mjs';

const on = process.env.INSTRUMENTS.split(',');
const spanProcessors = [];
if (on.some((name) => name === 'langfuse-exporter' || name === 'langfuse-ai-sdk'))
  spanProcessors.push(new LangfuseSpanProcessor());
if (!on.every((name) => name.startsWith('langfuse')))
  spanProcessors.push(new BatchSpanProcessor(new OTLPTraceExporter()));
const provider = new NodeTracerProvider({ spanProcessors });
provider.register();
if (on.includes('langfuse-ai-sdk')) registerTelemetry(new LangfuseVercelAiSdkIntegration());
if (on.includes('ai-sdk') || on.includes('langfuse-exporter')) registerTelemetry(new OpenTelemetry());
if (on.includes('ai-sdk-legacy')) registerTelemetry(new LegacyOpenTelemetry());

await generateText({
  model: createOpenAI().chat(MODEL),
  instructions: SYSTEM,
  prompt: QUESTION,
  tools: {
    get_weather: tool({
      description: 'The weather of a city',
      inputSchema: z.object({ city: z.string() }),
      execute: ({ city }) => getWeather(city),
    }),
  },
  stopWhen: stepCountIs(5),
});
await provider.shutdown();
