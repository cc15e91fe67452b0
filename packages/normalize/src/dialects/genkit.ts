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
 * Dialect of Genkit. The usage of a model call is inside its output; other outputs only pass on the usage of a call inside them. The output
 * also contains the provider's own answer, which is read here in the form of OpenAI and compatible providers.
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

/** Returns the name of a model call's model with its plugin: `googleai/gemini-2.5-flash`. */
function nameOfModel(view: SpanView): string | undefined {
  const subtype = textAttribute(view, SUBTYPE);
  return subtype === 'model' || subtype === 'embedder' ? textAttribute(view, 'genkit:name') : undefined;
}

/** Reads a count that Genkit has of a model call. */
function usage(name: string): (view: SpanView) => number | undefined {
  return ofModel(countIn(OUTPUT, 'usage', name));
}

/** Reads a part of a count that only the provider's own answer has. */
function ofAnswer(...path: readonly string[]): (view: SpanView) => number | undefined {
  return ofModel(countIn(OUTPUT, 'raw', 'usage', ...path));
}

function ofModel<T>(read: (view: SpanView) => T | undefined): (view: SpanView) => T | undefined {
  return (view) => (textAttribute(view, SUBTYPE) === 'model' ? read(view) : undefined);
}

/** Reads the parameters of a model call from its input; the input is stored whole. */
function config(view: SpanView): JsonText | undefined {
  const sent = textAttribute(view, INPUT);
  const input = sent === undefined ? undefined : freeForm(sent, view, INPUT);
  if (input === undefined || parseObject(input) === undefined) return undefined;
  const config = splitMembers(input).get('config');
  return config === undefined || Object.keys(parseObject(config) ?? {}).length === 0 ? undefined : config;
}

/** Returns output tokens that contain the thoughts. Gemini counts thoughts separately, which the total shows. */
function outputTokens(view: SpanView): number | undefined {
  const [input, output, thoughts, total] = ['inputTokens', 'outputTokens', 'thoughtsTokens', 'totalTokens'].map(
    (name) => usage(name)(view),
  );
  if (output === undefined || input === undefined || thoughts === undefined) return output;
  return total === input + output + thoughts ? output + thoughts : output;
}
