"""A model of LangChain that is OpenAI's."""

import os

from instruments import is_on, start

if is_on("langsmith"):
    os.environ.update(LANGSMITH_TRACING="true", LANGSMITH_OTEL_ENABLED="true", LANGSMITH_OTEL_ONLY="true")
    os.environ.update(LANGSMITH_API_KEY="lsv2_capture", LANGSMITH_ENDPOINT=os.environ["LANGFUSE_HOST"])
made = start()

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from weather import MODEL, QUESTION, SYSTEM, get_weather

config = {}
if is_on("langfuse-langchain"):
    from langfuse.langchain import CallbackHandler

    config["callbacks"] = [CallbackHandler()]


@tool("get_weather")
def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


model = ChatOpenAI(model=MODEL, stream_usage=True)
messages = [SystemMessage(SYSTEM), HumanMessage(QUESTION)]
message = model.bind_tools([weather]).invoke(messages, config)
messages += [message, weather.invoke(message.tool_calls[0], config)]
for _ in model.stream(messages, config):
    pass
if is_on("langsmith"):
    from langsmith.run_trees import get_cached_client

    get_cached_client().flush()
made.shutdown()
