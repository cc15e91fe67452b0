import { countOf } from '../parsers';
import type { SpanView } from '../span-view';
import { toCount } from '../usage';
import { costs, usdIn } from './costs';
import type { Dialect } from './dialect';
import { jsonValue, objectAttribute, quoted, textIn, timeOfEvent, unquoted } from './readers';

const TYPE_OF_SPAN = new Map([
  ['LLM', 'GENERATION'],
  ['CHAT_MODEL', 'GENERATION'],
  ['EMBEDDING', 'EMBEDDING'],
  ['RETRIEVER', 'RETRIEVER'],
  ['RERANKER', 'RETRIEVER'],
  ['TOOL', 'TOOL'],
  ['AGENT', 'AGENT'],
  ['CHAIN', 'CHAIN'],
  ['WORKFLOW', 'CHAIN'],
  ['TASK', 'SPAN'],
  ['PARSER', 'SPAN'],
  ['MEMORY', 'SPAN'],
  ['GUARDRAIL', 'GUARDRAIL'],
  ['EVALUATOR', 'EVALUATOR'],
]);

/** Span types with a model; if the call failed, only its inputs contain the model. */
const CALLS = new Set(['LLM', 'CHAT_MODEL', 'EMBEDDING']);

const WRAPPERS = new Set(['AGENT', 'CHAIN', 'WORKFLOW', 'TASK']);

const SPAN_TYPE = 'mlflow.spanType';
const USAGE = 'mlflow.chat.tokenUsage';
const COST = 'mlflow.llm.cost';

/** Dialect of MLflow tracing. Every value is JSON, text inside quotes. */
export const mlflow: Dialect = {
  namespaces: ['mlflow'],
  type: [(view) => TYPE_OF_SPAN.get(unquoted(view, SPAN_TYPE) ?? '')],
  model: [
    quoted('mlflow.llm.model'),
    (view) => (CALLS.has(unquoted(view, SPAN_TYPE) ?? '') ? askedModel(view) : undefined),
  ],
  provider: [(view) => unquoted(view, 'mlflow.llm.provider')],
  input: [jsonValue('mlflow.spanInputs')],
  output: [jsonValue('mlflow.spanOutputs')],
  completionStartTime: [timeOfEvent('mlflow.chunk.item.0')],
  inputTokens: [count('input_tokens')],
  cacheReadTokens: [count('cache_read_input_tokens')],
  cacheWriteTokens: [count('cache_creation_input_tokens')],
  outputTokens: [count('output_tokens')],
  totalTokens: [count('total_tokens')],
  cost: [cost],
  userId: [quoted('mlflow.trace.user')],
  sessionId: [quoted('mlflow.trace.session')],
  wraps: [(view) => (WRAPPERS.has(unquoted(view, SPAN_TYPE) ?? '') ? true : undefined)],
  traceMetadata: ['mlflow.traceTag'],
};

const askedModel = textIn('mlflow.spanInputs', 'model');

/** Reads a count of the usage, which stays in metadata if one of its values is not a count. */
function count(name: string): (view: SpanView) => number | undefined {
  return (view) => {
    const usage = objectAttribute(view, USAGE);
    const tokens = countOf(usage?.[name], view, USAGE);
    const isWhole = tokens !== undefined && Object.values(usage ?? {}).every((value) => toCount(value) !== undefined);
    if (isWhole) view.usedKeys.add(USAGE);
    return tokens;
  };
}

/** Reads `{"input_cost","output_cost","total_cost"}` in USD. */
const sentCost = costs({
  input: [usdIn(COST, 'input_cost')],
  output: [usdIn(COST, 'output_cost')],
  total: [usdIn(COST, 'total_cost')],
});

function cost(view: SpanView): Readonly<Record<string, number>> | undefined {
  const cost = sentCost(view);
  if (cost !== undefined) view.usedKeys.add(COST);
  return cost;
}
