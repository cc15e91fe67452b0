"""A tracer that exports over OTLP/HTTP, for the scenarios that bring their own OpenTelemetry SDK."""

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor


def provider():
    resource = Resource.create(
        {"service.name": "weather", "service.version": "1.2.3", "deployment.environment.name": "staging"}
    )
    made = TracerProvider(resource=resource)
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(made)
    return made
