"""An agent of Pydantic AI."""

from instruments import is_on, start

made = start()
if is_on("logfire-openai"):
    import logfire

    logfire.configure(send_to_logfire=False, console=False)
    logfire.instrument_openai()

from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from weather import MODEL, QUESTION, SYSTEM, get_weather

agent = Agent(OpenAIChatModel(MODEL), name="weather-agent", instructions=SYSTEM)
if is_on("pydantic-ai"):
    agent.instrument = InstrumentationSettings(tracer_provider=made)


@agent.tool_plain(name="get_weather")
def weather(city: str) -> dict[str, object]:
    """The weather of a city."""
    return get_weather(city)


agent.run_sync(QUESTION)
made.shutdown()
