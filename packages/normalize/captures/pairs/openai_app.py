"""The OpenAI client."""

from instruments import start
from weather import answer, ask, conversation, embed, get_weather, tool_messages

made = start()

from openai import OpenAI

client = OpenAI()
messages = conversation()
messages += tool_messages(ask(client, messages), get_weather("Oslo"))
answer(client, messages)
embed(client)
made.shutdown()
