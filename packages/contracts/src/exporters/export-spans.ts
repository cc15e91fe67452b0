import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** Exports one trace of two spans by a real SDK and prints its id. Arguments: URL, json or protobuf, Authorization. */
async function main([url = '', encoding, authorization = '']: readonly string[]): Promise<void> {
  const Exporter = encoding === 'json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url, headers: { Authorization: authorization } });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('test', '1.0');
  const start = Date.UTC(2026, 10, 19, 8);
  const root = tracer.startSpan('agent', {
    startTime: start,
    kind: SpanKind.SERVER,
    attributes: { 'user.id': 'otel-user', 'session.id': 'otel-session', 'langfuse.trace.tags': ['x', 'y'] },
  });
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 50,
    'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"héllo 🌍"}]}]',
    'gen_ai.output.messages': '[{"role":"assistant","n":1.0}]',
    'custom.flag': true,
  };
  const inRoot = trace.setSpan(ROOT_CONTEXT, root);
  const child = tracer.startSpan('chat gpt-4o', { startTime: start + 100, attributes }, inRoot);
  child.setStatus({ code: SpanStatusCode.ERROR, message: 'boom' });
  child.end(start + 600);
  root.end(start + 1000);
  await provider.forceFlush();
  await provider.shutdown();
  process.send?.(root.spanContext().traceId);
}

void main(process.argv.slice(2));
