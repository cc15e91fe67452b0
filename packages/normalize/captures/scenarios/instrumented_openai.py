"""The OpenAI client under an instrumentation, which is found by what is installed beside it."""

import os
from importlib.util import find_spec

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = os.environ.get("SEMCONV", "")
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = os.environ.get("CONTENT", "true")

from openai import OpenAI
from opentelemetry import trace
from otel import provider
from weather import SESSION, TAGS, USER, answer, ask, conversation, embed, get_weather, tool_messages


def found(name):
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def run(client):
    messages = conversation()
    message = ask(client, messages)
    messages += tool_messages(message, get_weather("Oslo"))
    text = answer(client, messages)
    embed(client)
    return text


def main():
    made = provider()
    if found("openinference.instrumentation.openai"):
        from openinference.instrumentation import OITracer, TraceConfig, using_attributes
        from openinference.instrumentation.openai import OpenAIInstrumentor

        OpenAIInstrumentor().instrument(tracer_provider=made)
        tracer = OITracer(trace.get_tracer("weather"), TraceConfig())
        with using_attributes(session_id=SESSION, user_id=USER, tags=TAGS, metadata={"team": "research"}):
            with tracer.start_as_current_span("weather-agent", openinference_span_kind="agent") as span:
                span.set_input("What is the weather in Oslo?")
                weather = tracer.tool(get_weather)
                messages = conversation()
                client = OpenAI()
                messages += tool_messages(ask(client, messages), weather("Oslo"))
                span.set_output(answer(client, messages))
                embed(client)
                span.set_status(trace.StatusCode.OK)
    elif found("opentelemetry.instrumentation.openai_v2"):
        from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor

        OpenAIInstrumentor().instrument(tracer_provider=made)
        with trace.get_tracer("weather").start_as_current_span("weather-agent") as span:
            span.set_attributes({"user.id": USER, "session.id": SESSION})
            run(OpenAI())
    else:
        raise SystemExit("no instrumentation is installed")
    made.shutdown()


main()
