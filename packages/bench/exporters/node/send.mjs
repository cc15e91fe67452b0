// Exports by the exporters of the SDK for Node. Arguments and output are those of every program of this folder (README.md).
import { setTimeout as sleep } from 'node:timers/promises';
import { DiagLogLevel, ROOT_CONTEXT, diag, trace } from '@opentelemetry/api';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const [protocol = '', prefix = '', seconds = ''] = process.argv.slice(2);
/** Packages of a protocol: those of traces, metrics and logs. */
const load = {
  grpc: () => [
    import('@opentelemetry/exporter-trace-otlp-grpc'),
    import('@opentelemetry/exporter-metrics-otlp-grpc'),
    import('@opentelemetry/exporter-logs-otlp-grpc'),
  ],
  'http/protobuf': () => [
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/exporter-metrics-otlp-proto'),
    import('@opentelemetry/exporter-logs-otlp-proto'),
  ],
  'http/json': () => [
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/exporter-logs-otlp-http'),
  ],
}[protocol];
const [{ OTLPTraceExporter }, { OTLPMetricExporter }, { OTLPLogExporter }] = await Promise.all(load());

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const ignore = () => undefined;
const warn = (...parts) => write({ warning: parts.map((part) => JSON.stringify(part)).join(' ') });
diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);

/** Makes an exporter without arguments, which writes the result of each export. */
function makeExporter(Exporter, signal, idsOf = () => ({})) {
  const exporter = new Exporter();
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const error = result.error === undefined ? {} : { error: String(result.error) };
      write({ signal, ok: result.code === 0, ...error, ...idsOf(items) });
      done(result);
    });
  return exporter;
}

const idsOf = (spans) => ({
  spans: spans.map((span) => [span.spanContext().traceId, span.spanContext().spanId, span.name]),
});
const tracing = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(makeExporter(OTLPTraceExporter, 'traces', idsOf))],
});
const tracer = tracing.getTracer('exporters');
const end = performance.now() + Number(seconds) * 1_000;
for (let n = 0; n < 10 || performance.now() < end; n += 1) {
  const root = tracer.startSpan('root', {}, ROOT_CONTEXT);
  const inRoot = trace.setSpan(ROOT_CONTEXT, root);
  for (let step = 1; step < 10; step += 1) tracer.startSpan(`step ${step}`, {}, inRoot).end();
  root.end();
  if (Number(seconds) > 0) await sleep(50);
}
await tracing.shutdown().catch(warn);

const exporter = makeExporter(OTLPMetricExporter, 'metrics');
const metering = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
});
const meter = metering.getMeter('exporters');
meter.createCounter(`${prefix}.counter`).add(3);
const histogram = meter.createHistogram(`${prefix}.histogram`);
for (const value of [1, 2, 7]) histogram.record(value);
await metering.shutdown().catch(warn);

const logging = new LoggerProvider({
  processors: [new BatchLogRecordProcessor({ exporter: makeExporter(OTLPLogExporter, 'logs') })],
});
logging.getLogger('exporters').emit({ body: 'a log record' });
await logging.shutdown().catch(warn);
