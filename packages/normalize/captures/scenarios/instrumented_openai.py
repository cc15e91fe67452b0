"""The OpenAI client under an instrumentation, which is found by what is installed beside it."""

import os
from importlib.util import find_spec

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = os.environ.get("SEMCONV", "")
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = os.environ.get("CONTENT", "true")

from openai import OpenAI
from opentelemetry import trace
from otel import provider
from weather import QUESTION, SESSION, TAGS, USER, answer, ask, conversation, embed, get_weather, scenario, tool_messages


def found(name):
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def run(weather):
    client = OpenAI()
    messages = conversation()
    messages += tool_messages(ask(client, messages), weather("Oslo"))
    text = answer(client, messages)
    embed(client)
    return text


def openinference(made):
    from openinference.instrumentation import OITracer, TraceConfig, using_attributes
    from openinference.instrumentation.openai import OpenAIInstrumentor

    OpenAIInstrumentor().instrument(tracer_provider=made)
    tracer = OITracer(trace.get_tracer("weather"), TraceConfig())
    with using_attributes(session_id=SESSION, user_id=USER, tags=TAGS, metadata={"team": "research"}):
        with tracer.start_as_current_span("weather-agent", openinference_span_kind="agent") as span:
            span.set_input(QUESTION)
            span.set_output(run(tracer.tool(get_weather)))
            span.set_status(trace.StatusCode.OK)


def opentelemetry(made):
    if found("opentelemetry.instrumentation.openai_v2"):
        from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
    else:
        from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

    OpenAIInstrumentor().instrument(tracer_provider=made)
    with trace.get_tracer("weather").start_as_current_span("weather-agent") as span:
        span.set_attributes({"user.id": USER, "session.id": SESSION})
        run(get_weather)


made = provider()
with scenario():
    openinference(made) if found("openinference.instrumentation.openai") else opentelemetry(made)
made.shutdown()
