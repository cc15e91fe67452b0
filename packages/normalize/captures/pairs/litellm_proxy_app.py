"""The OpenAI client, asking a proxy of LiteLLM that runs beside it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from instruments import is_on, start

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
config = {
    "model_list": [
        {
            "model_name": "gpt-4o-mini",
            "litellm_params": {"model": "openai/gpt-4o-mini", "api_base": os.environ["OPENAI_BASE_URL"]},
        }
    ],
    "litellm_settings": {"callbacks": ["otel"] if is_on("litellm-proxy") else []},
}
file = Path(__file__).with_name("proxy.json")  # JSON is YAML
file.write_text(json.dumps(config))
environment = os.environ | {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY": "true",  # it listens on loopback
    "OTEL_EXPORTER": "otlp_http",
    "OTEL_ENDPOINT": os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"],
}
command = [Path(sys.executable).with_name("litellm"), "--config", file, "--host", "127.0.0.1", "--port", str(port)]
proxy = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
url = f"http://127.0.0.1:{port}"
while proxy.poll() is None:
    try:
        urllib.request.urlopen(f"{url}/health/liveliness")
        break
    except OSError:
        time.sleep(0.5)
os.environ["OPENAI_BASE_URL"] = url
made = start()

from openai import OpenAI
from weather import answer, ask, conversation, get_weather, tool_messages

client = OpenAI()
messages = conversation()
messages += tool_messages(ask(client, messages), get_weather("Oslo"))
answer(client, messages)
made.shutdown()
time.sleep(15)  # what the proxy has left to export
proxy.terminate()
proxy.wait()
