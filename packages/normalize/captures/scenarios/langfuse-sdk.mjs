// The Langfuse SDK (4.x, 5.x): its functions, its OpenAI client, its fields of the trace.
import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { propagateAttributes, startActiveObservation } from '@langfuse/tracing';
import { NodeSDK } from '@opentelemetry/sdk-node';
import OpenAI from 'openai';
import {
  EMBEDDING_MODEL,
  getWeather,
  MODEL,
  QUESTION,
  scenario,
  SESSION,
  SYSTEM,
  TAGS,
  TOOLS,
  USER,
} from './weather.mjs';

const sdk = new NodeSDK({
  spanProcessors: [new LangfuseSpanProcessor({ environment: 'staging', release: 'r-9' })],
  autoDetectResources: false,
});
sdk.start();
const client = observeOpenAI(new OpenAI());
const settings = { model: MODEL, temperature: 0.2, max_tokens: 200 };

async function weatherAgent(agent) {
  agent.update({ input: { question: QUESTION } });
  const messages = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: QUESTION },
  ];
  const { choices } = await client.chat.completions.create({ ...settings, messages, tools: TOOLS });
  const [call] = choices[0].message.tool_calls;
  const result = await startActiveObservation(
    'get_weather',
    (tool) => {
      const found = getWeather('Oslo');
      tool.update({ input: { city: 'Oslo' }, output: found });
      return found;
    },
    { asType: 'tool' },
  );
  messages.push({ role: 'assistant', tool_calls: [call] });
  messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
  const streamed = { stream: true, stream_options: { include_usage: true } };
  let text = '';
  for await (const chunk of await client.chat.completions.create({ ...settings, messages, ...streamed })) {
    text += chunk.choices[0]?.delta.content ?? '';
  }
  await startActiveObservation('remember', async (span) => {
    await client.embeddings.create({ model: EMBEDDING_MODEL, input: 'Oslo weather', encoding_format: 'float' });
    span.update({
      level: 'WARNING',
      statusMessage: 'the memory is nearly full',
      metadata: { slots: 3, free: false, shelf: 'a' },
    });
  });
  agent.update({ output: text });
}

const traceFields = {
  userId: USER,
  sessionId: SESSION,
  tags: TAGS,
  metadata: { team: 'research' },
  version: '1.2.3',
  traceName: 'weather',
};
await scenario(() =>
  propagateAttributes(traceFields, () => startActiveObservation('weather-agent', weatherAgent, { asType: 'agent' })),
);
await sdk.shutdown();
