"""An agent of Agno with Claude; `anthropic` are the spans that Anthropic's SDK sends by itself."""

import os

from instruments import is_on, start

os.environ["ANTHROPIC_OPEN_TELEMETRY"] = "true" if is_on("anthropic") else "false"
made = start()

from agno.agent import Agent
from agno.models.anthropic import Claude
from weather import QUESTION, SYSTEM, get_weather

agent = Agent(
    name="weather-agent",
    model=Claude(id="claude-sonnet-4-5", temperature=0.2, max_tokens=200),
    tools=[get_weather],
    system_message=SYSTEM,
    telemetry=False,
)
agent.run(QUESTION)
made.shutdown()
