"""An agent of smolagents under the instrumentation of OpenInference, which smolagents names as its telemetry."""

import os

from openinference.instrumentation import using_attributes
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from otel import provider
from smolagents import OpenAIServerModel, ToolCallingAgent, tool
from weather import MODEL, QUESTION, SESSION, SYSTEM, TAGS, USER, get_weather, scenario

made = provider()
SmolagentsInstrumentor().instrument(tracer_provider=made)


@tool
def weather(city: str) -> dict:
    """The weather of a city.

    Args:
        city: The name of the city.
    """
    return get_weather(city)


weather.name = "get_weather"
agent = ToolCallingAgent(
    tools=[weather],
    model=OpenAIServerModel(MODEL, api_base=os.environ["OPENAI_BASE_URL"], temperature=0.2, max_tokens=200),
    name="weather_agent",
    description="Tells the weather.",
    verbosity_level=0,
)
# In place of the pages that tell a model how to answer.
agent.prompt_templates["system_prompt"] = SYSTEM
with using_attributes(session_id=SESSION, user_id=USER, tags=TAGS, metadata={"team": "research"}), scenario():
    agent.run(QUESTION)
made.shutdown()
