import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { AggregationType, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';

/**
 * Exports metrics, and then one log record, by real SDKs and prints their warnings. Arguments: base URL of all signals, json or protobuf,
 * Authorization, prefix of the metrics' names.
 */
async function main([base = '', encoding, authorization = '', prefix = '']: readonly string[]): Promise<void> {
  const warnings: string[] = [];
  const warn = (...parts: unknown[]): void => void warnings.push(parts.map((part) => JSON.stringify(part)).join(' '));
  const ignore = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const headers = { Authorization: authorization };

  const Exporter = encoding === 'json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url: `${base}/v1/metrics`, headers });
  const provider = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
    views: [{ instrumentName: `${prefix}.exponential`, aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } }],
  });
  const meter = provider.getMeter('test', '1.0');
  meter.createCounter(`${prefix}.counter`).add(3, { route: '/a' });
  meter.createUpDownCounter(`${prefix}.updown`).add(-2);
  meter.createObservableGauge(`${prefix}.gauge`).addCallback((result) => {
    result.observe(0.5, { bad: false });
    result.observe(NaN, { bad: true });
  });
  for (const name of ['histogram', 'exponential']) {
    const histogram = meter.createHistogram(`${prefix}.${name}`);
    for (const value of [1, 2, 7]) histogram.record(value);
  }
  await provider.shutdown();

  const logExporter = new OTLPLogExporter({ url: `${base}/v1/logs`, headers });
  const logs = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: logExporter })] });
  logs.getLogger('test').emit({ body: 'a log record' });
  await logs.forceFlush();
  await logs.shutdown();
  process.send?.(warnings);
}

void main(process.argv.slice(2));
