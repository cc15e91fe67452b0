"""What can be switched on beside each other; INSTRUMENTS names what a run switches on."""

import os
from importlib import import_module

ON = os.environ["INSTRUMENTS"].split(",")

INSTRUMENTORS = {
    "openinference-agno": ("openinference.instrumentation.agno", "AgnoInstrumentor"),
    "openinference-openai": ("openinference.instrumentation.openai", "OpenAIInstrumentor"),
    "openinference-langchain": ("openinference.instrumentation.langchain", "LangChainInstrumentor"),
    "openinference-llama-index": ("openinference.instrumentation.llama_index", "LlamaIndexInstrumentor"),
    "openinference-litellm": ("openinference.instrumentation.litellm", "LiteLLMInstrumentor"),
    "openinference-smolagents": ("openinference.instrumentation.smolagents", "SmolagentsInstrumentor"),
    "openinference-google-adk": ("openinference.instrumentation.google_adk", "GoogleADKInstrumentor"),
    "openinference-openai-agents": ("openinference.instrumentation.openai_agents", "OpenAIAgentsInstrumentor"),
    "openllmetry-openai": ("opentelemetry.instrumentation.openai", "OpenAIInstrumentor"),
    "openllmetry-langchain": ("opentelemetry.instrumentation.langchain", "LangchainInstrumentor"),
    "opentelemetry-openai": ("opentelemetry.instrumentation.genai.openai", "OpenAIInstrumentor"),
    "opentelemetry-langchain": ("opentelemetry.instrumentation.genai.langchain", "LangChainInstrumentor"),
    "opentelemetry-google-genai": ("opentelemetry.instrumentation.google_genai", "GoogleGenAiSdkInstrumentor"),
}


def is_on(name):
    return name in ON


def start():
    """Switches on what is asked for; gives what has to be shut down at the end."""
    from opentelemetry import trace

    if any(name.startswith("langfuse") for name in ON):
        from langfuse import get_client

        get_client()
        made = trace.get_tracer_provider()
    else:
        from otel import provider

        made = provider()
    for name in ON:
        if name in INSTRUMENTORS:
            module, instrumentor = INSTRUMENTORS[name]
            getattr(import_module(module), instrumentor)().instrument(tracer_provider=made)
    if is_on("langfuse-openai"):
        import langfuse.openai  # noqa: F401
    return made
