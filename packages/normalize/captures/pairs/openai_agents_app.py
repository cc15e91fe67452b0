"""An agent of OpenAI's Agents SDK."""

from instruments import start

made = start()

from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool
from openai import AsyncOpenAI
from weather import MODEL, QUESTION, SYSTEM, get_weather


@function_tool(name_override="get_weather")
def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


model = OpenAIChatCompletionsModel(model=MODEL, openai_client=AsyncOpenAI())
Runner.run_sync(Agent(name="weather-agent", instructions=SYSTEM, model=model, tools=[weather]), QUESTION)
made.shutdown()
