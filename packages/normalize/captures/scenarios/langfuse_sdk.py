"""The Langfuse SDK (3.x, 4.x, 5.x): its decorator, its OpenAI client, what it says of the trace."""

import langfuse
from langfuse import get_client, observe
from langfuse.openai import OpenAI
from weather import QUESTION, SESSION, TAGS, USER, answer, ask, conversation, embed, get_weather, scenario, tool_messages

client = OpenAI()


@observe(as_type="tool", name="get_weather")
def weather(city):
    return get_weather(city)


@observe(as_type="agent", name="weather-agent")
def weather_agent(question):
    messages = conversation()
    messages += tool_messages(ask(client, messages), weather("Oslo"))
    text = answer(client, messages)
    with get_client().start_as_current_observation(as_type="span", name="remember") as span:
        embed(client)
        span.update(level="WARNING", status_message="the memory is nearly full", metadata={"slots": 3, "free": False})
    return text


with langfuse.propagate_attributes(
    user_id=USER, session_id=SESSION, tags=TAGS, metadata={"team": "research"}, version="1.2.3", trace_name="weather"
):
    with scenario():
        weather_agent(QUESTION)
get_client().flush()
