"""An agent of Strands with its own telemetry, in the conventions that SEMCONV opts in to."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = os.environ.get("SEMCONV", "")

from otel import provider
from strands import Agent, tool
from strands.models.openai import OpenAIModel
from weather import MODEL, QUESTION, SESSION, SYSTEM, TAGS, USER, get_weather, scenario

made = provider()


@tool(name="get_weather")
def weather(city: str) -> dict:
    """The weather of a city.

    Args:
        city: The name of the city.
    """
    return get_weather(city)


agent = Agent(
    model=OpenAIModel(model_id=MODEL, params={"temperature": 0.2, "max_tokens": 200}),
    name="weather-agent",
    system_prompt=SYSTEM,
    tools=[weather],
    trace_attributes={"session.id": SESSION, "user.id": USER, "langfuse.tags": TAGS},
    callback_handler=None,
)
with scenario():
    agent(QUESTION)
made.shutdown()
