"""An agent of LangChain, which is a graph of LangGraph, inside a graph of one's own, under the instrumentation of
OpenInference. A model that is not there is asked first, so that a call fails."""

from typing import Annotated, TypedDict

from langchain.agents import create_agent
from langchain_core.messages import AnyMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from openai import NotFoundError
from openinference.instrumentation import using_attributes
from openinference.instrumentation.langchain import LangChainInstrumentor
from otel import provider
from weather import MODEL, QUESTION, SESSION, SYSTEM, TAGS, USER, get_weather

MISSING_MODEL = "gpt-missing"


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


made = provider()
LangChainInstrumentor().instrument(tracer_provider=made)


@tool("get_weather")
def weather(city: str) -> dict:
    """The weather of a city."""
    return get_weather(city)


def chat(model):
    return ChatOpenAI(model=model, temperature=0.2, max_tokens=200, max_retries=0)


agent = create_agent(chat(MODEL), tools=[weather], system_prompt=SYSTEM, name="weather_agent")


def cheapest(state):
    """Asks a model that is not there; what is left is the question."""
    try:
        return {"messages": [chat(MISSING_MODEL).invoke(state["messages"])]}
    except NotFoundError:
        return {"messages": []}


graph = StateGraph(State)
graph.add_node("cheapest", cheapest)
graph.add_node("agent", agent)
graph.add_edge(START, "cheapest")
graph.add_edge("cheapest", "agent")
graph.add_edge("agent", END)

with using_attributes(session_id=SESSION, user_id=USER, tags=TAGS, metadata={"team": "research"}):
    graph.compile(name="weather").invoke({"messages": [{"role": "user", "content": QUESTION}]})
made.shutdown()
