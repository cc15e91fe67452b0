"""Exports by the exporters of the SDK for Python. Arguments and output are those of every program of this folder (README.md)."""

import importlib
import json
import logging
import sys
import time

from opentelemetry import context
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

protocol, prefix, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3])


def write(line):
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


class Warnings(logging.Handler):
    def emit(self, record):
        write({"warning": record.getMessage()})


logging.getLogger().addHandler(Warnings(logging.WARNING))


def make_exporter(signal, module, name, ids_of=lambda items: {}):
    """Makes the exporter of a signal without arguments, which writes the result of each export."""
    path = {"grpc": "grpc", "http/protobuf": "http"}[protocol]
    exporter = getattr(importlib.import_module(f"opentelemetry.exporter.otlp.proto.{path}.{module}"), name)()
    send = exporter.export

    def export(items, *args, **kwargs):
        result = send(items, *args, **kwargs)
        write({"signal": signal, "ok": result.name == "SUCCESS", **ids_of(items)})
        return result

    exporter.export = export
    return exporter


def ids_of(spans):
    return {"spans": [(f"{s.context.trace_id:032x}", f"{s.context.span_id:016x}", s.name) for s in spans]}


tracing = TracerProvider()
tracing.add_span_processor(BatchSpanProcessor(make_exporter("traces", "trace_exporter", "OTLPSpanExporter", ids_of)))
tracer = tracing.get_tracer("exporters")
end = time.monotonic() + seconds
sent = 0
while sent < 10 or time.monotonic() < end:
    with tracer.start_as_current_span("root", context=context.Context()):
        for step in range(1, 10):
            tracer.start_span(f"step {step}").end()
    sent += 1
    if seconds > 0:
        time.sleep(0.05)
tracing.shutdown()

exporter = make_exporter("metrics", "metric_exporter", "OTLPMetricExporter")
metering = MeterProvider([PeriodicExportingMetricReader(exporter, export_interval_millis=3_600_000)])
meter = metering.get_meter("exporters")
meter.create_counter(f"{prefix}.counter").add(3)
histogram = meter.create_histogram(f"{prefix}.histogram")
for value in (1, 2, 7):
    histogram.record(value)
metering.shutdown()

provider = LoggerProvider()
provider.add_log_record_processor(BatchLogRecordProcessor(make_exporter("logs", "_log_exporter", "OTLPLogExporter")))
provider.get_logger("exporters").emit(
    LogRecord(timestamp=time.time_ns(), severity_number=SeverityNumber.INFO, body="a log record")
)
provider.shutdown()
