"""A model of LlamaIndex that is OpenAI's."""

import os

from instruments import start

made = start()

from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai import OpenAI
from weather import MODEL, QUESTION, SYSTEM, get_weather


def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


tool = FunctionTool.from_defaults(weather, name="get_weather")
model = OpenAI(model=MODEL, api_base=os.environ["OPENAI_BASE_URL"], additional_kwargs={"stream_options": {"include_usage": True}})
messages = [ChatMessage(role="system", content=SYSTEM), ChatMessage(role="user", content=QUESTION)]
plain = OpenAI(model=MODEL, api_base=os.environ["OPENAI_BASE_URL"])
answer = plain.chat_with_tools([tool], chat_history=messages)
messages += [answer.message, ChatMessage(role="tool", content=str(get_weather("Oslo")), additional_kwargs={"tool_call_id": "call_oslo"})]
for _ in model.stream_chat(messages):
    pass
made.shutdown()
