"""A session of LiveKit Agents without a room; its own telemetry is always on."""

import asyncio
import os

from instruments import is_on, start

made = start()

from livekit.agents import Agent, AgentSession, function_tool
from livekit.agents.telemetry import set_tracer_provider
from livekit.plugins import openai
from weather import MODEL, QUESTION, SYSTEM, get_weather

if is_on("livekit"):
    set_tracer_provider(made)


class WeatherAgent(Agent):
    def __init__(self):
        super().__init__(instructions=SYSTEM)

    @function_tool(name="get_weather")
    async def weather(self, city: str) -> dict:
        """The weather of a city."""
        return get_weather(city)


async def main():
    async with AgentSession(llm=openai.LLM(model=MODEL, base_url=os.environ["OPENAI_BASE_URL"])) as session:
        await session.start(WeatherAgent())
        await session.run(user_input=QUESTION)


asyncio.run(main())
made.shutdown()
