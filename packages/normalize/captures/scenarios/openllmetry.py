"""OpenLLMetry: its instrumentation of the OpenAI client, its decorators, its association properties."""

import os

os.environ["TRACELOOP_TRACE_CONTENT"] = "true"
os.environ["TRACELOOP_TELEMETRY"] = "false"
os.environ["TRACELOOP_BASE_URL"] = os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"].removesuffix("/v1/traces")

from openai import OpenAI
from traceloop.sdk import Instruments, Traceloop
from traceloop.sdk.decorators import agent, task, tool, workflow
from weather import QUESTION, SESSION, USER, answer, ask, conversation, embed, get_weather, scenario, tool_messages

Traceloop.init(app_name="weather", disable_batch=False, instruments={Instruments.OPENAI})
Traceloop.set_association_properties({"user_id": USER, "session_id": SESSION, "team": "research"})
client = OpenAI()


@tool(name="get_weather")
def weather(city):
    return get_weather(city)


@agent(name="weather-agent")
def weather_agent(question):
    messages = conversation()
    messages += tool_messages(ask(client, messages), weather("Oslo"))
    return answer(client, messages)


@task(name="remember")
def remember(text):
    embed(client)
    return len(text)


@workflow(name="weather-workflow")
def weather_workflow(question):
    text = weather_agent(question)
    remember(text)
    return text


with scenario():
    weather_workflow(QUESTION)
from opentelemetry import trace

trace.get_tracer_provider().force_flush()
