"""A session of LiveKit Agents without a room: text in, text out, with its own telemetry."""

import asyncio
import os

from livekit.agents import Agent, AgentSession, function_tool
from livekit.agents.telemetry import set_tracer_provider
from livekit.plugins import openai
from otel import provider
from weather import MODEL, QUESTION, SYSTEM, get_weather, scenario

made = provider()
set_tracer_provider(made)


class WeatherAgent(Agent):
    def __init__(self):
        super().__init__(instructions=SYSTEM)

    @function_tool(name="get_weather")
    async def weather(self, city: str) -> dict:
        """The weather of a city."""
        return get_weather(city)


async def main():
    model = openai.LLM(model=MODEL, temperature=0.2, max_completion_tokens=200, base_url=os.environ["OPENAI_BASE_URL"])
    async with AgentSession(llm=model) as session:
        await session.start(WeatherAgent())
        await session.run(user_input=QUESTION)


with scenario():
    asyncio.run(main())
made.shutdown()
