import type { CredentialKind } from '../api/credential-kind';
import { curlCommand, shellQuote } from '../api/shell-words';
import type { Way } from '../url/start-address';

export const WAY_TITLES: Readonly<Record<Way, string>> = {
  curl: 'curl',
  node: 'OpenTelemetry, Node',
  python: 'OpenTelemetry, Python',
  langfuse: 'Langfuse SDK',
};

/** Address and credentials of the server. */
export interface Destination {
  /** URL of the server, without a slash at its end. */
  readonly url: string;
  /** Header `Authorization`; a placeholder without secrets for display. */
  readonly authorization: string;
  readonly kind: CredentialKind;
  readonly secrets: { readonly token: string } | { readonly publicKey: string; readonly secretKey: string };
}

/** Returns the lines with the credentials. They are apart from the program, which can be shown to others. */
export function environment(way: Way, { url, authorization, secrets }: Destination): string {
  const set = (lines: Readonly<Record<string, string>>): string =>
    Object.entries(lines)
      .map(([name, value]) => `export ${name}=${shellQuote(value)}`)
      .join('\n');
  const pair = 'token' in secrets ? { publicKey: 'pk-lf-…', secretKey: 'sk-lf-…' } : secrets;
  switch (way) {
    case 'curl':
      return set(
        'token' in secrets
          ? { SLUICE_TOKEN: secrets.token }
          : { SLUICE_PUBLIC_KEY: secrets.publicKey, SLUICE_SECRET_KEY: secrets.secretKey },
      );
    case 'node':
    case 'python':
      return set({
        OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/api/public/otel`,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=${encodeURIComponent(authorization)}`,
      });
    case 'langfuse':
      return set({
        LANGFUSE_HOST: url,
        LANGFUSE_BASE_URL: url,
        LANGFUSE_PUBLIC_KEY: pair.publicKey,
        LANGFUSE_SECRET_KEY: pair.secretKey,
      });
  }
}

/**
 * Returns a program that sends a trace of a model call within a span, to paste into the same terminal.
 * @param now milliseconds since 1970, the end of the trace
 * @param id makes a new id of 32 hex digits
 */
export function program(way: Way, { url, kind }: Destination, now: number, id: () => string): string {
  switch (way) {
    case 'curl':
      return curlCommand(`${url}/v1/l/batch`, kind, ` -d ${shellQuote(JSON.stringify(batch(now, id), undefined, 2))}`);
    case 'node':
      return NODE;
    case 'python':
      return PYTHON;
    case 'langfuse':
      return LANGFUSE;
  }
}

const QUESTION = 'Where does the Nile rise?';
const ANSWER = 'In the highlands of East Africa.';

function batch(now: number, id: () => string) {
  const at = (before: number): string => new Date(now - before).toISOString();
  const root = id();
  return {
    trace: { id: id(), name: 'answer a question', userId: 'ada', sessionId: 'chat-1', input: QUESTION, output: ANSWER },
    observations: [
      {
        id: root,
        type: 'AGENT',
        name: 'answer a question',
        startTime: at(2500),
        endTime: at(0),
        input: QUESTION,
        output: ANSWER,
      },
      {
        id: id(),
        parentObservationId: root,
        type: 'GENERATION',
        name: 'chat',
        model: 'gpt-4o',
        startTime: at(2300),
        endTime: at(300),
        promptTokens: 1200,
        completionTokens: 80,
        totalTokens: 1280,
        input: { messages: [{ role: 'user', content: QUESTION }] },
        output: { role: 'assistant', content: ANSWER },
      },
    ],
  };
}

const NODE = `mkdir -p /tmp/first-trace && cd /tmp/first-trace
npm install @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-node@2.10.0 @opentelemetry/exporter-trace-otlp-proto@0.221.0
cat > first-trace.mjs <<'END'
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
provider.register();

const messages = {
  'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"${QUESTION}"}]}]',
  'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"${ANSWER}"}]}]',
};
const tracer = trace.getTracer('first-trace');
tracer.startActiveSpan('answer a question', (root) => {
  root.setAttributes({ 'gen_ai.operation.name': 'invoke_agent', 'user.id': 'ada', 'session.id': 'chat-1', ...messages });
  tracer.startActiveSpan('chat gpt-4o', (call) => {
    call.setAttributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.input_tokens': 1200,
      'gen_ai.usage.output_tokens': 80,
      ...messages,
    });
    call.end();
  });
  root.end();
});
await provider.shutdown(); // sends what is left
END
node first-trace.mjs`;

const PYTHON = `python3 -m venv /tmp/first-trace && . /tmp/first-trace/bin/activate
pip install -q opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
cat > /tmp/first-trace/first_trace.py <<'END'
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = provider.get_tracer("first-trace")

messages = {
    "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"${QUESTION}"}]}]',
    "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"text","content":"${ANSWER}"}]}]',
}
with tracer.start_as_current_span("answer a question") as root:
    root.set_attributes({"gen_ai.operation.name": "invoke_agent", "user.id": "ada", "session.id": "chat-1", **messages})
    with tracer.start_as_current_span("chat gpt-4o") as call:
        call.set_attributes({
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "gpt-4o",
            "gen_ai.usage.input_tokens": 1200,
            "gen_ai.usage.output_tokens": 80,
            **messages,
        })

provider.shutdown()  # sends what is left
END
python /tmp/first-trace/first_trace.py`;

const LANGFUSE = `python3 -m venv /tmp/first-langfuse && . /tmp/first-langfuse/bin/activate
pip install -q langfuse
cat > /tmp/first-langfuse/first_langfuse.py <<'END'
from langfuse import get_client

langfuse = get_client()
with langfuse.start_as_current_observation(name="answer a question", as_type="agent", input="${QUESTION}") as root:
    with langfuse.start_as_current_observation(name="chat", as_type="generation", model="gpt-4o") as call:
        call.update(
            input=[{"role": "user", "content": "${QUESTION}"}],
            output={"role": "assistant", "content": "${ANSWER}"},
            usage_details={"input": 1200, "output": 80},
        )
    root.update(output="${ANSWER}")
langfuse.flush()
END
python /tmp/first-langfuse/first_langfuse.py`;
