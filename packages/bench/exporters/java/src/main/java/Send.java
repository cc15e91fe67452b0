import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Exports by the exporters of the SDK for Java. Arguments and output are those of every program of this folder (README.md). */
public final class Send {
  public static void main(String[] args) throws Exception {
    String prefix = args[1];
    int seconds = Integer.parseInt(args[2]);
    System.setProperty("otel.exporter.otlp.protocol", args[0]);
    System.setProperty("otel.metric.export.interval", "3600000");
    Logger root = Logger.getLogger("");
    for (Handler each : root.getHandlers()) root.removeHandler(each);
    root.addHandler(new Warnings());

    var sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .addSpanExporterCustomizer((exporter, config) -> new Spans(exporter))
            .addMetricExporterCustomizer((exporter, config) -> new Metrics(exporter))
            .addLogRecordExporterCustomizer((exporter, config) -> new Logs(exporter))
            .build()
            .getOpenTelemetrySdk();
    Tracer tracer = sdk.getTracer("exporters");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (int n = 0; n < 10 || System.nanoTime() < end; n += 1) {
      var parent = tracer.spanBuilder("root").setNoParent().startSpan();
      for (int step = 1; step < 10; step += 1) {
        tracer.spanBuilder("step " + step).setParent(Context.root().with(parent)).startSpan().end();
      }
      parent.end();
      if (seconds > 0) Thread.sleep(50);
    }
    sdk.getMeter("exporters").counterBuilder(prefix + ".counter").build().add(3);
    var histogram = sdk.getMeter("exporters").histogramBuilder(prefix + ".histogram").build();
    for (double value : new double[] {1, 2, 7}) histogram.record(value);
    sdk.getLogsBridge().get("exporters").logRecordBuilder().setBody("a log record").emit();
    sdk.shutdown().join(60, TimeUnit.SECONDS);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }

  private static synchronized void write(String line) {
    System.out.println(line);
  }

  private static CompletableResultCode report(String signal, CompletableResultCode result, String more) {
    result.whenComplete(
        () -> write("{\"signal\":" + quoted(signal) + ",\"ok\":" + result.isSuccess() + more + "}"));
    return result;
  }

  private static final class Warnings extends Handler {
    @Override
    public void publish(LogRecord record) {
      write("{\"warning\":" + quoted(String.valueOf(record.getMessage())) + "}");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private record Spans(SpanExporter exporter) implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      String ids =
          spans.stream()
              .map(s -> "[" + quoted(s.getTraceId()) + "," + quoted(s.getSpanId()) + "," + quoted(s.getName()) + "]")
              .collect(Collectors.joining(","));
      return report("traces", exporter.export(spans), ",\"spans\":[" + ids + "]");
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }

  private record Metrics(MetricExporter exporter) implements MetricExporter {
    @Override
    public CompletableResultCode export(Collection<MetricData> metrics) {
      return report("metrics", exporter.export(metrics), "");
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
      return exporter.getAggregationTemporality(type);
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }

  private record Logs(LogRecordExporter exporter) implements LogRecordExporter {
    @Override
    public CompletableResultCode export(Collection<LogRecordData> records) {
      return report("logs", exporter.export(records), "");
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }
}
