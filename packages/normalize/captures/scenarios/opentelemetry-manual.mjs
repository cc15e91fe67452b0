// The OpenTelemetry SDK alone: spans by hand, with the attributes and events of the GenAI conventions up to 1.36.
import { SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { EMBEDDING_MODEL, getWeather, MODEL, QUESTION, SESSION, SYSTEM, USER } from './weather.mjs';

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({
    'service.name': 'weather',
    'service.version': '1.2.3',
    'deployment.environment.name': 'staging',
  }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const tracer = trace.getTracer('weather', '1.0.0');

const CALL = { id: 'call_oslo', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } };

function inSpan(name, kind, run) {
  return tracer.startActiveSpan(name, { kind }, (span) => {
    run(span);
    span.end();
  });
}

function chat(finish, usage, messages, choice) {
  inSpan(`chat ${MODEL}`, SpanKind.CLIENT, (span) => {
    span.setAttributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.system': 'openai',
      'gen_ai.request.model': MODEL,
      'gen_ai.request.temperature': 0.2,
      'gen_ai.request.max_tokens': 200,
      'gen_ai.response.model': `${MODEL}-2024-07-18`,
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.response.finish_reasons': [finish],
      'gen_ai.usage.input_tokens': usage.input,
      'gen_ai.usage.output_tokens': usage.output,
    });
    const system = { 'gen_ai.system': 'openai' };
    span.addEvent('gen_ai.system.message', { ...system, content: SYSTEM });
    span.addEvent('gen_ai.user.message', { ...system, content: QUESTION });
    for (const [name, attributes] of messages) span.addEvent(name, { ...system, ...attributes });
    span.addEvent('gen_ai.choice', { ...system, index: 0, finish_reason: finish, message: JSON.stringify(choice) });
  });
}

inSpan('weather-agent', SpanKind.INTERNAL, (agent) => {
  agent.setAttributes({ 'user.id': USER, 'session.id': SESSION });
  chat('tool_calls', { input: 120, output: 30 }, [], { role: 'assistant', tool_calls: [CALL] });
  const result = getWeather('Oslo');
  inSpan('execute_tool get_weather', SpanKind.INTERNAL, (span) =>
    span.setAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': CALL.id,
    }),
  );
  const messages = [
    ['gen_ai.assistant.message', { tool_calls: JSON.stringify([CALL]) }],
    ['gen_ai.tool.message', { id: CALL.id, content: JSON.stringify(result) }],
  ];
  chat('stop', { input: 180, output: 50 }, messages, { role: 'assistant', content: 'It is 4 degrees in Oslo.' });
  inSpan(`embeddings ${EMBEDDING_MODEL}`, SpanKind.CLIENT, (span) =>
    span.setAttributes({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.system': 'openai',
      'gen_ai.request.model': EMBEDDING_MODEL,
      'gen_ai.usage.input_tokens': 8,
    }),
  );
  inSpan('store', SpanKind.INTERNAL, (span) => {
    span.recordException(new RangeError('the store is full'));
    span.setStatus({ code: 2, message: 'not stored' });
  });
});
await provider.shutdown();
