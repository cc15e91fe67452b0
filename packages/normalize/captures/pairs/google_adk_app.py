"""An agent of Google's ADK, of which MODELS says whose model it asks; its own telemetry is always on."""

import asyncio
import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from instruments import is_on, start

made = start()

from google.adk.agents import LlmAgent
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.genai import types
from weather import MODEL, QUESTION, SESSION, SYSTEM, USER, get_weather

if is_on("litellm"):
    import litellm

    litellm.callbacks = ["otel"]


def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


weather.__name__ = "get_weather"
model = "gemini-2.5-flash" if os.environ.get("MODELS") == "gemini" else LiteLlm(model=f"openai/{MODEL}")
agent = LlmAgent(name="weather_agent", model=model, instruction=SYSTEM, tools=[weather])


async def main():
    runner = InMemoryRunner(agent, app_name="weather")
    await runner.session_service.create_session(app_name="weather", user_id=USER, session_id=SESSION)
    question = types.Content(role="user", parts=[types.Part(text=QUESTION)])
    async for _ in runner.run_async(user_id=USER, session_id=SESSION, new_message=question):
        pass
    await asyncio.sleep(3)


asyncio.run(main())
made.shutdown()
