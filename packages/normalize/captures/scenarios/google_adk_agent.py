"""An agent of Google's ADK with its own telemetry, in the version of its schema that SCHEMA pins. MODELS says whose model it asks."""

import asyncio
import os

os.environ["ADK_TELEMETRY_SCHEMA_VERSION_OPT_IN"] = os.environ.get("SCHEMA", "")
# Prices of models are fetched from the network otherwise.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
# What is told in logs otherwise.
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = os.environ.get("CONTENT", "")

from otel import provider

made = provider()

from google.adk.agents import LlmAgent, RunConfig
from google.adk.agents.run_config import StreamingMode
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.genai import types
from weather import MODEL, QUESTION, SESSION, SYSTEM, USER, get_weather, scenario


def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


weather.__name__ = "get_weather"
agent = LlmAgent(
    name="weather_agent",
    description="Tells the weather.",
    model="gemini-2.5-flash" if os.environ.get("MODELS") == "gemini" else LiteLlm(model=f"openai/{MODEL}"),
    instruction=SYSTEM,
    tools=[weather],
    generate_content_config=types.GenerateContentConfig(temperature=0.2, max_output_tokens=200),
)


async def main():
    runner = InMemoryRunner(agent, app_name="weather")
    await runner.session_service.create_session(app_name="weather", user_id=USER, session_id=SESSION)
    question = types.Content(role="user", parts=[types.Part(text=QUESTION)])
    config = RunConfig(streaming_mode=StreamingMode.SSE)
    async for _ in runner.run_async(user_id=USER, session_id=SESSION, new_message=question, run_config=config):
        pass


with scenario():
    asyncio.run(main())
made.shutdown()
