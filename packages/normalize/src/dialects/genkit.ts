import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { countIn, jsonValue, typeOf } from './readers';

const SUBTYPE = 'genkit:metadata:subtype';
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

/** Genkit. The usage of a model call is inside its output; other outputs only pass on what a call inside them said. */
export const genkit: Dialect = {
  namespaces: ['genkit'],
  type: [typeOf(SUBTYPE, TYPE_OF_SUBTYPE), typeOf('genkit:type', TYPE_OF_SUBTYPE)],
  model: [(view) => nameOfModel(view)?.replace(/^[^/]*\//, '')],
  provider: [(view) => /^[^/]+(?=\/)/.exec(nameOfModel(view) ?? '')?.[0]],
  input: [jsonValue('genkit:input')],
  output: [jsonValue(OUTPUT)],
  inputTokens: [usage('inputTokens')],
  cacheReadTokens: [usage('cachedContentTokens')],
  outputTokens: [outputTokens],
  reasoningTokens: [usage('thoughtsTokens')],
  totalTokens: [usage('totalTokens')],
  sessionId: ['genkit:sessionId'],
};

/** `googleai/gemini-2.5-flash`: plugin and model. */
function nameOfModel(view: SpanView): string | undefined {
  const subtype = textAttribute(view, SUBTYPE);
  return subtype === 'model' || subtype === 'embedder' ? textAttribute(view, 'genkit:name') : undefined;
}

function usage(name: string): (view: SpanView) => number | undefined {
  const read = countIn(OUTPUT, 'usage', name);
  return (view) => (textAttribute(view, SUBTYPE) === 'model' ? read(view) : undefined);
}

/** Gemini counts thoughts beside the output; the total tells, so that the output can contain them as everywhere. */
function outputTokens(view: SpanView): number | undefined {
  const [input, output, thoughts, total] = ['inputTokens', 'outputTokens', 'thoughtsTokens', 'totalTokens'].map(
    (name) => usage(name)(view),
  );
  if (output === undefined || input === undefined || thoughts === undefined) return output;
  return total === input + output + thoughts ? output + thoughts : output;
}
