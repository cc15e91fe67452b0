"""A Pydantic AI agent with its own instrumentation, in the format of its data that VERSION names."""

import asyncio
import os

from opentelemetry import trace
from otel import provider
from pydantic_ai import Agent, Embedder
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from weather import EMBEDDING_MODEL, MODEL, QUESTION, SYSTEM, get_weather, scenario

made = provider()
settings = InstrumentationSettings(tracer_provider=made)
agent = Agent(
    OpenAIChatModel(MODEL),
    name="weather-agent",
    instructions=SYSTEM,
    model_settings={"temperature": 0.2, "max_tokens": 200},
)
agent.instrument = settings


@agent.tool_plain(name="get_weather")
def weather(city: str) -> dict[str, object]:
    """The weather of a city."""
    return get_weather(city)


async def main():
    with trace.get_tracer("weather").start_as_current_span("weather-workflow"):
        await agent.run(QUESTION, conversation_id="session-42")
        embedder = Embedder(f"openai:{EMBEDDING_MODEL}")
        embedder.instrument = settings
        await embedder.embed_query("Oslo weather")


with scenario():
    asyncio.run(main())
made.shutdown()
