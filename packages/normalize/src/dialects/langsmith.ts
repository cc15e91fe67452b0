import { exceedsBytes } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { objectText, valueText } from '../json-text';
import { attribute, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { toCount } from '../usage';
import { costs, usdIn } from './costs';
import { keep } from './dialect';
import type { Dialect } from './dialect';
import { countIn, typeOf } from './readers';

const USAGE = 'langsmith.metadata.usage_metadata';

/** LangChain's names of model parameters. */
const PARAMETERS = [
  ['temperature', 'langsmith.metadata.ls_temperature'],
  ['max_tokens', 'langsmith.metadata.ls_max_tokens'],
  ['stop', 'langsmith.metadata.ls_stop'],
] as const;

const KIND = 'langsmith.span.kind';

const TYPE_OF_KIND = new Map([
  ['llm', 'GENERATION'],
  ['embedding', 'EMBEDDING'],
  ['retriever', 'RETRIEVER'],
  ['tool', 'TOOL'],
  ['chain', 'CHAIN'],
  ['prompt', 'SPAN'],
  ['parser', 'SPAN'],
]);

/** Runs that pass on the answer of a model call, with its usage. */
const WRAPPERS = new Set(['chain', 'prompt', 'parser']);

const writtenAtAll = inputDetail('cache_creation');
const writtenForMinutes = inputDetail('ephemeral_5m_input_tokens');
const writtenForAnHour = inputDetail('ephemeral_1h_input_tokens');

/**
 * Dialect of LangSmith's exporter: attributes in addition to GenAI. Its kind is read before the operation, which calls a retriever
 * `embeddings` and a prompt `chat`. `langsmith.trace.session_id` is a project, not a session.
 */
export const langSmith: Dialect = {
  namespaces: ['langsmith'],
  type: [typeOf(KIND, TYPE_OF_KIND)],
  modelParameters: [parameters],
  cacheReadTokens: [inputDetail('cache_read')],
  cacheWriteTokens: [cacheWrites],
  cacheWriteHourTokens: [writtenForAnHour],
  reasoningTokens: [detail('output', 'reasoning'), countIn(USAGE, 'output_token_details', 'reasoning')],
  cost: [
    costs({
      input: [usdIn(USAGE, 'input_cost')],
      output: [usdIn(USAGE, 'output_cost')],
      total: [usdIn(USAGE, 'total_cost')],
    }),
  ],
  userId: ['langsmith.metadata.user_id'],
  sessionId: ['session_id', 'thread_id', 'conversation_id'].map((name) => `langsmith.metadata.${name}`),
  workflowName: [keep('langsmith.trace.name')],
  tags: ['langsmith.span.tags'],
  wraps: [(view) => (WRAPPERS.has((textAttribute(view, KIND) ?? '').toLowerCase()) ? true : undefined)],
  metadata: ['langsmith.metadata'],
};

/** Reads the parameters that LangChain sends; they stay among the run's metadata. */
function parameters(view: SpanView): JsonText | undefined {
  const members: [string, JsonText][] = [];
  for (const [name, key] of PARAMETERS) {
    const value = attribute(view, key);
    if (value !== undefined) members.push([name, valueText(value)]);
  }
  const text = objectText(members);
  return members.length === 0 || exceedsBytes(text, view.limits.valueBytes) ? undefined : text;
}

/** Reads the tokens written to caches. LangChain has 0 as their sum if it has the parts by lifetime. */
function cacheWrites(view: SpanView): number | undefined {
  const all = writtenAtAll(view);
  const parts = (writtenForMinutes(view) ?? 0) + (writtenForAnHour(view) ?? 0);
  return parts > (all ?? 0) ? parts : all;
}

/** Reads a part of the input from either attribute. */
function inputDetail(name: string): (view: SpanView) => number | undefined {
  const [shown, inUsage] = [detail('input', name), countIn(USAGE, 'input_token_details', name)];
  return (view) => shown(view) ?? inUsage(view);
}

/** Reads a part of a whole; the exporter writes the details as Python prints a dictionary: `{'cache_read': 5}`. */
function detail(side: 'input' | 'output', name: string): (view: SpanView) => number | undefined {
  const key = `gen_ai.usage.${side}_token_details`;
  const pattern = new RegExp(`['"]${name}['"]: ?(\\d{1,13})\\b`);
  return (view) => toCount(pattern.exec(textAttribute(view, key) ?? '')?.[1]);
}
