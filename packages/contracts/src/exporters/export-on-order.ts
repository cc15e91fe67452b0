import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import type { ExportOrder, Exported } from './test-exporter';

const START = Date.UTC(2026, 10, 20, 8);

/** Exports by one real exporter what the parent requests. Arguments: URL, json or protobuf, Authorization, timeout in ms. */
function main([url = '', encoding, authorization = '', timeoutMillis]: readonly string[]): void {
  const Exporter = encoding === 'json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    url,
    headers: { Authorization: authorization },
    timeoutMillis: Number(timeoutMillis),
  });
  const ended = new InMemorySpanExporter();
  const tracer = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(ended)] }).getTracer('test');

  function makeTrace({ spans, userId }: Exclude<ExportOrder, 'again'>): ReadableSpan[] {
    ended.reset();
    const root = tracer.startSpan('agent', { startTime: START, attributes: { 'user.id': userId } });
    const inRoot = trace.setSpan(ROOT_CONTEXT, root);
    const attributes = {
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 1,
    };
    for (let n = 1; n < spans; n += 1) {
      tracer.startSpan(`call ${n}`, { startTime: START + n, attributes }, inRoot).end(START + n + 100);
    }
    root.end(START + 60_000);
    return ended.getFinishedSpans();
  }

  let spans: ReadableSpan[] = [];
  process.on('message', (order: ExportOrder) => {
    if (order !== 'again') spans = makeTrace(order);
    exporter.export(spans, ({ error }) => {
      const answer: Exported = {
        traceId: spans[0]?.spanContext().traceId ?? '',
        spanIds: spans.map((span) => span.spanContext().spanId).sort(),
        succeeded: error === undefined,
      };
      process.send?.(answer);
    });
  });
}

main(process.argv.slice(2));
