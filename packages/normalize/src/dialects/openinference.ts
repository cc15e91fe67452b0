import { eachElement, eachMember, endOfValue, storableJson, type JsonText } from '@sluice/record';
import { isContainer } from '../json-containers';
import { isScalar, sentText } from '../json-text';
import { freeForm } from '../parsers';
import { attribute, membersOf, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { costs, sumOfUsd, usd } from './costs';
import { keep } from './dialect';
import type { Dialect } from './dialect';
import { flattened } from './unflatten-list';
import { textIn, timeOfEvent, typeOf } from './readers';

const KIND = 'openinference.span.kind';

const TYPE_OF_KIND = new Map([
  ['llm', 'GENERATION'],
  ['embedding', 'EMBEDDING'],
  ['chain', 'CHAIN'],
  ['retriever', 'RETRIEVER'],
  ['reranker', 'RETRIEVER'],
  ['tool', 'TOOL'],
  ['agent', 'AGENT'],
  ['guardrail', 'GUARDRAIL'],
  ['evaluator', 'EVALUATOR'],
  ['prompt', 'SPAN'],
]);

/** Kinds that repeat the counts of the model calls inside them, as those of smolagents do. */
const WRAPPERS = new Set(['agent', 'chain']);

/** Parts of a side's cost, used if the cost of the side was not sent. */
const INPUT_PARTS = ['input', 'cache_read', 'cache_write', 'cache_input', 'audio'];
const OUTPUT_PARTS = ['output', 'reasoning', 'audio'];

const cost = costs({
  input: [usd('llm.cost.prompt'), sumOfUsd(INPUT_PARTS.map((part) => `llm.cost.prompt_details.${part}`))],
  output: [usd('llm.cost.completion'), sumOfUsd(OUTPUT_PARTS.map((part) => `llm.cost.completion_details.${part}`))],
  total: [usd('llm.cost.total')],
});

/** Dialect of OpenInference (Arize). */
export const openInference: Dialect = {
  namespaces: ['openinference', 'llm', 'input', 'output', 'embedding', 'reranker', 'retrieval', 'metadata', 'tag'],
  families: [
    'llm.input_messages',
    'llm.output_messages',
    'llm.prompts',
    'llm.choices',
    'retrieval.documents',
    'reranker.input_documents',
    'reranker.output_documents',
  ],
  type: [typeOf(KIND, TYPE_OF_KIND)],
  model: [
    'llm.response.model_name',
    'llm.model_name',
    'embedding.model_name',
    'reranker.model_name',
    'llm.request.model_name',
    // The only source of the model in the OpenAI instrumentation's span of a failed call.
    textIn('llm.invocation_parameters', 'model'),
  ],
  responseModel: [(view) => textAttribute(view, 'llm.response.model_name')],
  provider: [keep('llm.provider'), keep('llm.system')],
  input: [
    messagesOfChain,
    flattened('llm.input_messages'),
    flattened('llm.prompts'),
    valueWithType('input'),
    flattened('reranker.input_documents'),
  ],
  output: [
    flattened('llm.output_messages'),
    flattened('llm.choices'),
    valueWithType('output'),
    flattened('retrieval.documents'),
    flattened('reranker.output_documents'),
  ],
  modelParameters: ['llm.invocation_parameters'],
  completionStartTime: [timeOfEvent('First Token Stream Event')],
  inputTokens: ['llm.token_count.prompt'],
  cacheReadTokens: ['llm.token_count.prompt_details.cache_read'],
  cacheWriteTokens: ['llm.token_count.prompt_details.cache_write'],
  inputAudioTokens: ['llm.token_count.prompt_details.audio'],
  outputTokens: ['llm.token_count.completion'],
  reasoningTokens: ['llm.token_count.completion_details.reasoning'],
  outputAudioTokens: ['llm.token_count.completion_details.audio'],
  totalTokens: ['llm.token_count.total'],
  cost: [cost],
  wraps: [(view) => (WRAPPERS.has(kindOf(view)) ? true : undefined)],
  tags: ['tag.tags'],
  metadata: ['metadata'],
};

/** Reads `input.value` with `input.mime_type`: declared JSON is JSON even if it is a number or a string. */
function valueWithType(side: 'input' | 'output'): (view: SpanView) => JsonText | undefined {
  const key = `${side}.value`;
  const typeKey = `${side}.mime_type`;
  return (view) => {
    const value = attribute(view, key);
    if (value === undefined) return undefined;
    const text = freeForm(value, view, key);
    if (text === undefined) return undefined;
    view.usedKeys.add(key).add(typeKey);
    const isJson = typeof value === 'string' && view.span.attributes.get(typeKey) === 'application/json';
    return isJson && text.startsWith('"') && isScalar(value) ? storableJson(value) : text;
  };
}

const inputValue = valueWithType('input');

/**
 * Reads the messages of a chain, an agent or a graph from the value. The instrumentation of LangChain flattens only the first of them; the
 * value has all. It flattens all messages of a model call.
 */
function messagesOfChain(view: SpanView): JsonText | undefined {
  const flattenedMessages = membersOf(view, 'llm.input_messages');
  if (flattenedMessages.length === 0 || kindOf(view) === 'llm') return undefined;
  const places = new Set(flattenedMessages.map(({ path }) => path?.[0]));
  const value = attribute(view, 'input.value');
  return value !== undefined && hasMoreMessages(sentText(value), places.size) ? inputValue(view) : undefined;
}

/** Returns whether a text is an object whose first member `messages` is an array of more than `count` elements. */
function hasMoreMessages(text: string, count: number): boolean {
  if (!text.trimStart().startsWith('{') || !isContainer(text)) return false;
  let found = 0;
  eachMember(text, text.indexOf('{'), (name, at) => {
    if (name !== 'messages') return endOfValue(text, at);
    if (text[at] === '[')
      eachElement(text, at, (element) => (++found > count ? text.length : endOfValue(text, element)));
    return text.length;
  });
  return found > count;
}

function kindOf(view: SpanView): string {
  return (textAttribute(view, KIND) ?? '').toLowerCase();
}
