// Exports by the exporters of the SDK for Go. Arguments and output are those of every program of this folder (README.md of the package).
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploggrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/log"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"
)

var output sync.Mutex

func write(line map[string]any) {
	output.Lock()
	defer output.Unlock()
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

func report(signal string, err error, more map[string]any) error {
	line := map[string]any{"signal": signal, "ok": err == nil}
	if err != nil {
		line["error"] = err.Error()
	}
	for key, value := range more {
		line[key] = value
	}
	write(line)
	return err
}

type spans struct{ trace.SpanExporter }

func (exporter spans) ExportSpans(ctx context.Context, batch []trace.ReadOnlySpan) error {
	ids := make([][3]string, 0, len(batch))
	for _, span := range batch {
		ids = append(ids, [3]string{span.SpanContext().TraceID().String(), span.SpanContext().SpanID().String(), span.Name()})
	}
	return report("traces", exporter.SpanExporter.ExportSpans(ctx, batch), map[string]any{"spans": ids})
}

type metrics struct{ metric.Exporter }

func (exporter metrics) Export(ctx context.Context, resource *metricdata.ResourceMetrics) error {
	return report("metrics", exporter.Exporter.Export(ctx, resource), nil)
}

type logs struct{ sdklog.Exporter }

func (exporter logs) Export(ctx context.Context, records []sdklog.Record) error {
	return report("logs", exporter.Exporter.Export(ctx, records), nil)
}

func check[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func exporters(ctx context.Context, protocol string) (trace.SpanExporter, metric.Exporter, sdklog.Exporter) {
	if protocol == "grpc" {
		return check(otlptracegrpc.New(ctx)), check(otlpmetricgrpc.New(ctx)), check(otlploggrpc.New(ctx))
	}
	return check(otlptracehttp.New(ctx)), check(otlpmetrichttp.New(ctx)), check(otlploghttp.New(ctx))
}

func sendTrace(tracer api.Tracer, count int) {
	ctx, root := tracer.Start(context.Background(), "root", api.WithNewRoot())
	for n := 1; n < count; n++ {
		_, child := tracer.Start(ctx, fmt.Sprintf("step %d", n))
		child.End()
	}
	root.End()
}

func main() {
	ctx := context.Background()
	protocol, prefix := os.Args[1], os.Args[2]
	seconds := check(strconv.Atoi(os.Args[3]))
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { write(map[string]any{"warning": err.Error()}) }))
	spanExporter, metricExporter, logExporter := exporters(ctx, protocol)

	tracing := trace.NewTracerProvider(trace.WithBatcher(spans{spanExporter}))
	tracer := tracing.Tracer("exporters")
	end := time.Now().Add(time.Duration(seconds) * time.Second)
	for n := 0; n < 10 || time.Now().Before(end); n++ {
		sendTrace(tracer, 10)
		if seconds > 0 {
			time.Sleep(50 * time.Millisecond)
		}
	}
	_ = tracing.Shutdown(ctx)

	metering := metric.NewMeterProvider(metric.WithReader(metric.NewPeriodicReader(metrics{metricExporter}, metric.WithInterval(time.Hour))))
	meter := metering.Meter("exporters")
	check(meter.Int64Counter(prefix+".counter")).Add(ctx, 3)
	histogram := check(meter.Float64Histogram(prefix + ".histogram"))
	for _, value := range []float64{1, 2, 7} {
		histogram.Record(ctx, value)
	}
	_ = metering.Shutdown(ctx)

	logging := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(logs{logExporter})))
	var record log.Record
	record.SetTimestamp(time.Now())
	record.SetBody(attribute.StringValue("a log record"))
	logging.Logger("exporters").Emit(ctx, record)
	_ = logging.Shutdown(ctx)
}
