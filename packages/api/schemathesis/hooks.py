"""What the document says in words only, and schemathesis cannot know."""

import re

import schemathesis

LISTS = ("tags", "environment", "fields")
TRACE_ID = re.compile(r"^[0-9a-fA-F-]{32,36}$")
TIME = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}")


@schemathesis.hook
def filter_case(_context, case):
    """Leaves out wrong values that are right ones in a URL: an empty value is an absent one, anything is text."""
    query = case.query or {}
    return all(is_sent(name, value) for name, value in query.items())


def is_sent(name, value):
    if name in LISTS:
        return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))
    if name == "filter":
        return value == ""  # what is in the text stands in `contentSchema`
    return value not in ({}, [], None)


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """An observation is of the trace of its batch; a point is at most a day ahead."""
    if not isinstance(case.body, dict):
        return
    trace = case.body.get("trace")
    for observation in objects(case.body.get("observations")):
        if isinstance(trace, dict) and matches(TRACE_ID, observation.get("traceId")):
            observation["traceId"] = trace.get("id")
    for point in objects(case.body.get("metrics")):
        if matches(TIME, point.get("timestamp")) and point["timestamp"] > "2026":
            point["timestamp"] = "2020" + point["timestamp"][4:].replace("-02-29", "-02-28")


def objects(value):
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def matches(pattern, value):
    return isinstance(value, str) and pattern.search(value) is not None
