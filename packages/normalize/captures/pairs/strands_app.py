"""An agent of Strands, of which MODEL_CLASS says by what it asks its model; its own telemetry is always on."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from instruments import is_on, start

made = start()
if is_on("strands"):
    pass

from strands import Agent, tool
from weather import MODEL, QUESTION, SYSTEM, get_weather

if os.environ["MODEL_CLASS"] == "LiteLLMModel":
    import litellm
    from strands.models.litellm import LiteLLMModel

    if is_on("litellm"):
        litellm.callbacks = ["otel"]
    model = LiteLLMModel(client_args={"api_base": os.environ["OPENAI_BASE_URL"]}, model_id="openai/" + MODEL)
else:
    from strands.models.openai import OpenAIModel

    model = OpenAIModel(model_id=MODEL)


@tool(name="get_weather")
def weather(city: str) -> dict:
    """The weather of a city.

    Args:
        city: The name of the city.
    """
    return get_weather(city)


Agent(model=model, name="weather-agent", system_prompt=SYSTEM, tools=[weather], callback_handler=None)(QUESTION)
import time

time.sleep(3)
made.shutdown()
