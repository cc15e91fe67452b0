"""LiteLLM's functions with its callback for OpenTelemetry, which makes a span of each call where it is told to."""

import os
import time

# Prices of models are fetched from the network otherwise.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
# Inside a span of the program's own it would write a call into that span, and the next call over it.
os.environ["USE_OTEL_LITELLM_REQUEST_SPAN"] = "true"

import litellm
from opentelemetry import trace
from otel import provider
from weather import EMBEDDING_MODEL, MODEL, SESSION, TOOLS, USER, conversation, get_weather, scenario, tool_messages

made = provider()
litellm.callbacks = ["otel"]
settings = {
    "model": f"openai/{MODEL}",
    "api_base": os.environ["OPENAI_BASE_URL"],
    "temperature": 0.2,
    "max_tokens": 200,
}


def complete(**asked):
    # A streamed call finds the span that it belongs to here alone. LiteLLM marks in the metadata what it has told: each
    # call needs its own.
    metadata = {"litellm_parent_otel_span": trace.get_current_span()}
    return litellm.completion(metadata=metadata, **settings, **asked)


def run():
    messages = conversation()
    message = complete(messages=messages, tools=TOOLS).choices[0].message
    messages += tool_messages(message, get_weather("Oslo"))
    for _ in complete(messages=messages, stream=True, stream_options={"include_usage": True}):
        pass
    litellm.embedding(model=f"openai/{EMBEDDING_MODEL}", input=["Oslo weather"], api_base=settings["api_base"])


with trace.get_tracer("weather").start_as_current_span("weather-agent") as span, scenario():
    span.set_attributes({"user.id": USER, "session.id": SESSION})
    run()
time.sleep(15)  # the callback runs in a thread of its own
made.shutdown()
