"""Logfire with its instrumentation of the OpenAI client, sending to another backend than its own."""

import os

os.environ["OTEL_RESOURCE_ATTRIBUTES"] = "service.name=weather,service.version=1.2.3"

import logfire
from openai import OpenAI
from weather import QUESTION, SESSION, TAGS, USER, answer, ask, conversation, embed, get_weather, scenario, tool_messages

logfire.configure(send_to_logfire=False, console=False, inspect_arguments=False, environment="staging", metrics=False)
client = OpenAI()
logfire.instrument_openai(client)


@logfire.instrument("get_weather", record_return=True)
def weather(city):
    return get_weather(city)


with scenario(), logfire.span("weather-agent", question=QUESTION, _tags=TAGS) as span:
    span.set_attributes({"user.id": USER, "session.id": SESSION})
    messages = conversation()
    messages += tool_messages(ask(client, messages), weather("Oslo"))
    span.set_attribute("answer", answer(client, messages))
    embed(client)
logfire.shutdown()
