import { splitMembers } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { parseObject } from '../json-text';
import { freeForm } from '../parsers';
import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { countIn, jsonValue, textIn, typeOf } from './readers';

const SUBTYPE = 'genkit:metadata:subtype';
const INPUT = 'genkit:input';
const OUTPUT = 'genkit:output';

const TYPE_OF_SUBTYPE = new Map([
  ['model', 'GENERATION'],
  ['background-model', 'GENERATION'],
  ['embedder', 'EMBEDDING'],
  ['retriever', 'RETRIEVER'],
  ['reranker', 'RETRIEVER'],
  ['tool', 'TOOL'],
  ['evaluator', 'EVALUATOR'],
  ['agent', 'AGENT'],
  ['flow', 'CHAIN'],
]);

/**
 * Genkit. The usage of a model call is inside its output; other outputs only pass on those of a call inside them.
 * Beside it stands the answer of the model as its provider gave it, here read as that of OpenAI and of what is compatible.
 */
export const genkit: Dialect = {
  namespaces: ['genkit'],
  type: [typeOf(SUBTYPE, TYPE_OF_SUBTYPE), typeOf('genkit:type', TYPE_OF_SUBTYPE)],
  model: [(view) => nameOfModel(view)?.replace(/^[^/]*\//, '')],
  provider: [(view) => /^[^/]+(?=\/)/.exec(nameOfModel(view) ?? '')?.[0]],
  responseModel: [ofModel(textIn(OUTPUT, 'raw', 'model'))],
  input: [jsonValue(INPUT)],
  output: [jsonValue(OUTPUT)],
  modelParameters: [ofModel(config)],
  inputTokens: [usage('inputTokens')],
  cacheReadTokens: [usage('cachedContentTokens'), ofAnswer('prompt_tokens_details', 'cached_tokens')],
  outputTokens: [outputTokens],
  reasoningTokens: [usage('thoughtsTokens'), ofAnswer('completion_tokens_details', 'reasoning_tokens')],
  totalTokens: [usage('totalTokens')],
  sessionId: ['genkit:sessionId'],
};

/** `googleai/gemini-2.5-flash`: plugin and model. */
function nameOfModel(view: SpanView): string | undefined {
  const subtype = textAttribute(view, SUBTYPE);
  return subtype === 'model' || subtype === 'embedder' ? textAttribute(view, 'genkit:name') : undefined;
}

/** A count that Genkit has of a model call. */
function usage(name: string): (view: SpanView) => number | undefined {
  return ofModel(countIn(OUTPUT, 'usage', name));
}

/** A part of a count that only the answer of the provider has. */
function ofAnswer(...path: readonly string[]): (view: SpanView) => number | undefined {
  return ofModel(countIn(OUTPUT, 'raw', 'usage', ...path));
}

function ofModel<T>(read: (view: SpanView) => T | undefined): (view: SpanView) => T | undefined {
  return (view) => (textAttribute(view, SUBTYPE) === 'model' ? read(view) : undefined);
}

/** What was asked of the model beside its messages; the input is kept whole. */
function config(view: SpanView): JsonText | undefined {
  const sent = textAttribute(view, INPUT);
  const input = sent === undefined ? undefined : freeForm(sent, view, INPUT);
  if (input === undefined || parseObject(input) === undefined) return undefined;
  const config = splitMembers(input).get('config');
  return config === undefined || Object.keys(parseObject(config) ?? {}).length === 0 ? undefined : config;
}

/** Gemini counts thoughts beside the output, which the total shows: the output then contains them as everywhere. */
function outputTokens(view: SpanView): number | undefined {
  const [input, output, thoughts, total] = ['inputTokens', 'outputTokens', 'thoughtsTokens', 'totalTokens'].map(
    (name) => usage(name)(view),
  );
  if (output === undefined || input === undefined || thoughts === undefined) return output;
  return total === input + output + thoughts ? output + thoughts : output;
}
