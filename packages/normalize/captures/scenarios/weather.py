"""What every Python scenario asks its model: two turns, the first of which calls a tool, and an embedding."""

import os
from contextlib import contextmanager

MISSING_MODEL = "gpt-missing"
MODEL = os.environ.get("MODEL", "gpt-4o-mini")
EMBEDDING_MODEL = "text-embedding-3-small"
USER = "user-7"
SESSION = "session-42"
TAGS = ["capture", "weather"]
QUESTION = "What is the weather in Oslo?"
SYSTEM = "Answer in one sentence."
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather of a city",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]


@contextmanager
def scenario():
    """Around what is captured. Of a model that is unknown on purpose, the error is what was asked for."""
    try:
        yield
    except Exception:
        if MODEL != MISSING_MODEL:
            raise


def get_weather(city):
    return {"city": city, "celsius": 4}


def conversation():
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]


def ask(client, messages):
    """The turn that calls the tool; gives the message of the model."""
    completion = client.chat.completions.create(
        model=MODEL, messages=messages, tools=TOOLS, temperature=0.2, max_tokens=200
    )
    return completion.choices[0].message


def tool_messages(message, result):
    """The call as the model made it, and its result, as the next turn tells them."""
    import json

    call = message.tool_calls[0]
    return [
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.function.name, "arguments": call.function.arguments},
                }
            ],
        },
        {"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)},
    ]


def answer(client, messages):
    """The turn that answers, streamed; gives its text."""
    stream = client.chat.completions.create(
        model=MODEL,
        messages=messages,
        temperature=0.2,
        max_tokens=200,
        stream=True,
        stream_options={"include_usage": True},
    )
    return "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)


def embed(client):
    return client.embeddings.create(model=EMBEDDING_MODEL, input="Oslo weather", encoding_format="float")
