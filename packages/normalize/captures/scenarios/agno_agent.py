"""An agent of Agno with Claude under the instrumentation of OpenInference."""

from agno.agent import Agent
from agno.models.anthropic import Claude
from openinference.instrumentation.agno import AgnoInstrumentor
from otel import provider
from weather import QUESTION, SESSION, SYSTEM, USER, get_weather, scenario

made = provider()
AgnoInstrumentor().instrument(tracer_provider=made)

agent = Agent(
    name="weather-agent",
    model=Claude(id="claude-sonnet-4-5", temperature=0.2, max_tokens=200),
    tools=[get_weather],
    system_message=SYSTEM,
    telemetry=False,
)
with scenario():
    agent.run(QUESTION, user_id=USER, session_id=SESSION)
made.shutdown()
