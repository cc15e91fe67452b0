"""LiteLLM's functions, with `span` inside a span of the program's own."""

import os
import time
from contextlib import nullcontext

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from instruments import is_on, start
from opentelemetry import trace
from weather import QUESTION, SYSTEM, TOOLS, get_weather, tool_messages

made = start()

import litellm

if is_on("litellm"):
    litellm.callbacks = ["otel"]
settings = {"model": "openai/gpt-4o-mini", "api_base": os.environ["OPENAI_BASE_URL"]}
messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
with trace.get_tracer("weather").start_as_current_span("weather") if is_on("span") else nullcontext():
    message = litellm.completion(messages=messages, tools=TOOLS, **settings).choices[0].message
    messages += tool_messages(message, get_weather("Oslo"))
    for _ in litellm.completion(messages=messages, stream=True, stream_options={"include_usage": True}, **settings):
        pass
    time.sleep(3)  # its callbacks run in a thread of their own
made.shutdown()
