// A tracer that exports over OTLP/HTTP, for the scenarios that bring their own OpenTelemetry SDK.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

export function startTracing() {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'weather',
      'service.version': '1.2.3',
      'deployment.environment.name': 'staging',
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return provider;
}
