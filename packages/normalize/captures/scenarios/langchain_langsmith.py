"""LangChain with LangSmith's exporter to OpenTelemetry, and nothing sent to LangSmith itself."""

import os

os.environ["LANGSMITH_TRACING"] = "true"
os.environ["LANGSMITH_OTEL_ENABLED"] = "true"
os.environ["LANGSMITH_OTEL_ONLY"] = "true"
os.environ["LANGSMITH_API_KEY"] = "lsv2_capture"
os.environ["LANGSMITH_PROJECT"] = "weather"
os.environ["LANGSMITH_ENDPOINT"] = os.environ["LANGFUSE_HOST"]
os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = os.environ["LANGFUSE_HOST"] + "/api/public/otel"

from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from langsmith import Client, traceable
from langsmith.run_helpers import get_current_run_tree
from weather import EMBEDDING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, TAGS, USER, scenario

model = ChatOpenAI(model=MODEL, temperature=0.2, max_tokens=200, stream_usage=True)
embeddings = OpenAIEmbeddings(model=EMBEDDING_MODEL, check_embedding_ctx_length=False)


@tool("get_weather")
def weather(city: str) -> dict:
    """The weather of a city."""
    return {"city": city, "celsius": 4}


@traceable(run_type="embedding", name="embed")
def embed(text):
    return embeddings.embed_query(text)


@traceable(
    run_type="chain",
    name="weather-agent",
    tags=TAGS,
    metadata={"session_id": SESSION, "user_id": USER, "team": "research"},
)
def weather_agent(question):
    messages = [SystemMessage(SYSTEM), HumanMessage(question)]
    message = model.bind_tools([weather]).invoke(messages)
    call = message.tool_calls[0]
    messages += [message, weather.invoke(call)]
    text = "".join(chunk.text for chunk in model.stream(messages))
    embed("Oslo weather")
    return text


client = Client()
with scenario():
    weather_agent(QUESTION, langsmith_extra={"client": client})
client.flush()
from langsmith.run_trees import get_cached_client

get_cached_client().flush()
from opentelemetry import trace

getattr(trace.get_tracer_provider(), "force_flush", lambda: None)()
