"""A model of LangChain that is Claude; `anthropic` are the spans that Anthropic's SDK sends by itself."""

import os

from instruments import is_on, start

os.environ["ANTHROPIC_OPEN_TELEMETRY"] = "true" if is_on("anthropic") else "false"
made = start()

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import tool
from opentelemetry import trace
from weather import QUESTION, SYSTEM, get_weather

config = {}
if is_on("langfuse-langchain"):
    from langfuse.langchain import CallbackHandler

    config["callbacks"] = [CallbackHandler()]


@tool("get_weather")
def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


model = ChatAnthropic(model="claude-sonnet-4-5", max_tokens=200)
with trace.get_tracer("weather").start_as_current_span("weather"):
    messages = [SystemMessage(SYSTEM), HumanMessage(QUESTION)]
    message = model.bind_tools([weather]).invoke(messages, config)
    messages += [message, weather.invoke(message.tool_calls[0], config)]
    model.invoke(messages, config)
made.shutdown()
