"""An agent of smolagents, of which MODEL_CLASS says by what it asks its model."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from instruments import is_on, start

made = start()

import smolagents
from weather import MODEL, QUESTION, get_weather

if is_on("litellm"):
    import litellm

    litellm.callbacks = ["otel"]


@smolagents.tool
def weather(city: str) -> dict:
    """The weather of a city.

    Args:
        city: The name of the city.
    """
    return get_weather(city)


weather.name = "get_weather"
name = os.environ["MODEL_CLASS"]
model = getattr(smolagents, name)("openai/" + MODEL if name == "LiteLLMModel" else MODEL, api_base=os.environ["OPENAI_BASE_URL"])
smolagents.ToolCallingAgent(tools=[weather], model=model, verbosity_level=0).run(QUESTION)
import time

time.sleep(3)
made.shutdown()
