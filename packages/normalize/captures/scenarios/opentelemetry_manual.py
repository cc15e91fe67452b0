"""The OpenTelemetry SDK alone: spans by hand, with the attributes of the GenAI conventions of 1.37 and later."""

import json

from opentelemetry import trace
from otel import provider
from weather import EMBEDDING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, get_weather

made = provider()
tracer = trace.get_tracer("weather", "1.0.0")
KIND = trace.SpanKind.CLIENT
CALL = {"type": "tool_call", "id": "call_oslo", "name": "get_weather", "arguments": {"city": "Oslo"}}


def chat(messages, output, finish, usage):
    with tracer.start_as_current_span(f"chat {MODEL}", kind=KIND) as span:
        cached, reasoning = usage[1], usage[3]
        span.set_attributes(
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": MODEL,
                "gen_ai.response.model": f"{MODEL}-2024-07-18",
                "gen_ai.request.temperature": 0.2,
                "gen_ai.request.max_tokens": 200,
                "gen_ai.response.finish_reasons": [finish],
                "gen_ai.usage.input_tokens": usage[0],
                "gen_ai.usage.cache_read.input_tokens": cached,
                "gen_ai.usage.output_tokens": usage[2],
                "gen_ai.usage.reasoning.output_tokens": reasoning,
                "gen_ai.system_instructions": json.dumps([{"type": "text", "content": SYSTEM}]),
                "gen_ai.input.messages": json.dumps(messages),
                "gen_ai.output.messages": json.dumps(
                    [{"role": "assistant", "parts": [output], "finish_reason": finish}]
                ),
            }
        )


question = {"role": "user", "parts": [{"type": "text", "content": QUESTION}]}
with tracer.start_as_current_span("invoke_agent weather-agent") as agent:
    agent.set_attributes(
        {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.provider.name": "openai",
            "gen_ai.agent.name": "weather-agent",
            "gen_ai.conversation.id": SESSION,
            "gen_ai.request.model": MODEL,
            "gen_ai.usage.input_tokens": 300,
            "gen_ai.usage.output_tokens": 80,
            "user.id": USER,
        }
    )
    chat([question], CALL, "tool_calls", (120, 40, 30, 10))
    with tracer.start_as_current_span("execute_tool get_weather") as tool:
        result = get_weather("Oslo")
        tool.set_attributes(
            {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "get_weather",
                "gen_ai.tool.call.id": "call_oslo",
                "gen_ai.tool.call.arguments": json.dumps(CALL["arguments"]),
                "gen_ai.tool.call.result": json.dumps(result),
            }
        )
    response = {"type": "tool_call_response", "id": "call_oslo", "response": result}
    chat(
        [question, {"role": "assistant", "parts": [CALL]}, {"role": "tool", "parts": [response]}],
        {"type": "text", "content": "It is 4 degrees in Oslo."},
        "stop",
        (180, 100, 50, 20),
    )
    with tracer.start_as_current_span(f"embeddings {EMBEDDING_MODEL}", kind=KIND) as span:
        span.set_attributes(
            {
                "gen_ai.operation.name": "embeddings",
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": EMBEDDING_MODEL,
                "gen_ai.embeddings.dimension.count": 3,
                "gen_ai.usage.input_tokens": 8,
            }
        )
made.shutdown()
