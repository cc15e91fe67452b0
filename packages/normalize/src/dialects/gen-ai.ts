import type { JsonText, Micros } from '@sluice/record';
import { parseContainer } from '../json-text';
import { attribute, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { costs, usd } from './costs';
import { keep } from './dialect';
import type { Dialect } from './dialect';
import {
  contentOfEvent,
  inputMessages,
  inputOfDetails,
  inputOfEvents,
  inputOfInstructions,
  outputOfDetails,
  outputOfEvents,
} from './gen-ai-messages';
import { COUNTS, UNKNOWN_USAGE, unknownCounts } from './gen-ai-usage';
import { flattened } from './unflatten-list';
import { freeFormUnless, jsonValue, objectOfFamily, startPlus, timeOfEvent } from './readers';

/** Types by `gen_ai.operation.name`: the newest semantic convention and the names before it. */
const TYPE_OF_OPERATION = new Map([
  ['chat', 'GENERATION'],
  ['completion', 'GENERATION'],
  ['text_completion', 'GENERATION'],
  ['generate_content', 'GENERATION'],
  ['generate', 'GENERATION'],
  ['embeddings', 'EMBEDDING'],
  ['retrieval', 'RETRIEVER'],
  ['rerank', 'RETRIEVER'],
  ['search_memory', 'RETRIEVER'],
  ['execute_tool', 'TOOL'],
  ['invoke_agent', 'AGENT'],
  ['create_agent', 'AGENT'],
  ['plan', 'AGENT'],
  ['invoke_workflow', 'CHAIN'],
  ['agent_step', 'CHAIN'],
  ['execute_event_loop_cycle', 'CHAIN'],
  ['invoke_swarm', 'CHAIN'],
  ['invoke_graph', 'CHAIN'],
]);

/** Operations that wrap others. The last two are those of Strands, whose cycles have no tokens. */
const WRAPPERS = new Set(['invoke_agent', 'invoke_workflow', 'agent_step', 'invoke_swarm', 'invoke_graph']);

/** Dialect of OpenTelemetry's semantic conventions for generative AI, all generations of names at once. */
export const genAi: Dialect = {
  namespaces: ['gen_ai'],
  families: ['gen_ai.request', 'gen_ai.prompt', 'gen_ai.completion', UNKNOWN_USAGE],
  type: [(view) => TYPE_OF_OPERATION.get(operation(view)), toolType],
  model: [keep('gen_ai.request.model'), keep('gen_ai.response.model')],
  responseModel: [keep('gen_ai.response.model')],
  provider: [keep('gen_ai.provider.name'), keep('gen_ai.system')],
  input: [
    inputMessages,
    toolValue('gen_ai.tool.call.arguments'),
    inputOfDetails,
    inputOfEvents,
    contentOfEvent('gen_ai.content.prompt', 'gen_ai.prompt'),
    flattened('gen_ai.prompt'),
    'gen_ai.prompt',
    'gen_ai.retrieval.query.text',
  ],
  output: [
    'gen_ai.output.messages',
    toolValue('gen_ai.tool.call.result'),
    outputOfDetails,
    outputOfEvents,
    contentOfEvent('gen_ai.content.completion', 'gen_ai.completion'),
    flattened('gen_ai.completion'),
    'gen_ai.completion',
    'gen_ai.retrieval.documents',
  ],
  modelParameters: [objectOfFamily('gen_ai.request', ['model'])],
  completionStartTime: [
    startPlus('gen_ai.response.time_to_first_chunk', 1e6),
    startPlus('gen_ai.client.operation.time_to_first_chunk', 1e6),
    // Sentry.
    startPlus('gen_ai.response.time_to_first_token', 1e6),
    serverTimeToFirstToken,
    // OpenLLMetry.
    timeOfEvent('gen_ai.content.completion.chunk'),
  ],
  level: [levelOfEnd],
  sessionId: ['gen_ai.conversation.id'],
  ...COUNTS,
  unknownCounts: [unknownCounts],
  // No convention has costs; gateways and instrumentations agree on these names.
  cost: [
    costs({
      input: [usd('gen_ai.usage.input_cost')],
      output: [usd('gen_ai.usage.output_cost')],
      total: [usd('gen_ai.usage.cost'), usd('gen_ai.usage.total_cost')],
    }),
  ],
  userId: ['gen_ai.user'],
  wraps: [(view) => (WRAPPERS.has(operation(view)) || isAggregated(view) ? true : undefined)],
};

/** System instructions, if there is no other input; the last dialect of all. */
export const genAiInstructions: Dialect = { namespaces: ['gen_ai'], input: [inputOfInstructions] };

function operation(view: SpanView): string {
  return textAttribute(view, 'gen_ai.operation.name') ?? '';
}

/**
 * Reads the arguments or the result of a tool. The AI SDK, from version 7 on in a scope of this name, writes each as JSON, text in quotes.
 */
function toolValue(key: string): (view: SpanView) => JsonText | undefined {
  const [asJson, asSent] = [jsonValue(key), freeFormUnless(key, [])];
  return (view) => (attribute(view, key) !== undefined && view.scope.name === 'gen_ai' ? asJson(view) : asSent(view));
}

/** Returns ERROR for a call with the finish reason `error`, even if the status of its span is OK, as Mastra sends it. */
function levelOfEnd(view: SpanView): string | undefined {
  const reasons = attribute(view, 'gen_ai.response.finish_reasons');
  if (typeof reasons === 'string' && !reasons.includes('error')) return undefined;
  const sent: unknown = typeof reasons === 'string' ? (parseContainer(reasons) ?? [reasons]) : reasons;
  return Array.isArray(sent) && sent.includes('error') ? 'ERROR' : undefined;
}

function toolType(view: SpanView): string | undefined {
  const tool = textAttribute(view, 'gen_ai.tool.name') ?? textAttribute(view, 'gen_ai.tool.call.id');
  return tool === undefined ? undefined : 'TOOL';
}

const SERVER_TIME = 'gen_ai.server.time_to_first_token';
const inSeconds = startPlus(SERVER_TIME, 1e6);
const inMilliseconds = startPlus(SERVER_TIME, 1e3);

/** Reads the time to the first token: OpenLIT sends seconds, as the convention for metrics of that name, Strands milliseconds. */
function serverTimeToFirstToken(view: SpanView): Micros | undefined {
  if (attribute(view, SERVER_TIME) === undefined) return undefined;
  return (view.scope.name === 'strands.telemetry.tracer' ? inMilliseconds : inSeconds)(view);
}

function isAggregated(view: SpanView): boolean {
  return (
    attribute(view, 'gen_ai.aggregated_usage.input_tokens') !== undefined ||
    attribute(view, 'gen_ai.aggregated_usage.output_tokens') !== undefined
  );
}
