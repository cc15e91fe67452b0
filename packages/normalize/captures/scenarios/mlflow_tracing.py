"""MLflow tracing with its export over OTLP: its decorators, and its own instrumentation of the OpenAI client."""

import os

os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"
os.environ["OTEL_SERVICE_NAME"] = "weather"

import mlflow
from mlflow.entities import SpanType
from openai import OpenAI
from weather import QUESTION, SESSION, USER, answer, ask, conversation, embed, get_weather, scenario, tool_messages

mlflow.openai.autolog()
client = OpenAI()


@mlflow.trace(name="get_weather", span_type=SpanType.TOOL)
def weather(city):
    return get_weather(city)


@mlflow.trace(name="weather-agent", span_type=SpanType.AGENT)
def weather_agent(question):
    mlflow.update_current_trace(
        tags={"team": "research"}, metadata={"mlflow.trace.user": USER, "mlflow.trace.session": SESSION}
    )
    messages = conversation()
    messages += tool_messages(ask(client, messages), weather("Oslo"))
    text = answer(client, messages)
    embed(client)
    return text


with scenario():
    weather_agent(QUESTION)
mlflow.flush_trace_async_logging()
