import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { toCount } from '../usage';
import { keep } from './dialect';
import type { Dialect } from './dialect';
import { typeOf } from './readers';

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

/** Runs that pass on what a model call said, with its usage. */
const WRAPPERS = new Set(['chain', 'prompt', 'parser']);

/**
 * What LangSmith's exporter adds to GenAI. Its kind is read before the operation, which calls a retriever `embeddings`
 * and a prompt `chat`. `langsmith.trace.session_id` is a project, no session.
 */
export const langSmith: Dialect = {
  namespaces: ['langsmith'],
  type: [typeOf(KIND, TYPE_OF_KIND)],
  cacheReadTokens: [detail('input', 'cache_read')],
  cacheWriteTokens: [detail('input', 'cache_creation')],
  reasoningTokens: [detail('output', 'reasoning')],
  userId: ['langsmith.metadata.user_id'],
  sessionId: ['session_id', 'thread_id', 'conversation_id'].map((name) => `langsmith.metadata.${name}`),
  workflowName: [keep('langsmith.trace.name')],
  tags: ['langsmith.span.tags'],
  wraps: [(view) => (WRAPPERS.has((textAttribute(view, KIND) ?? '').toLowerCase()) ? true : undefined)],
  metadata: ['langsmith.metadata'],
};

/** A part of a whole; the exporter writes the details as Python shows a dictionary: `{'cache_read': 5}`. */
function detail(side: 'input' | 'output', name: string): (view: SpanView) => number | undefined {
  const key = `gen_ai.usage.${side}_token_details`;
  const pattern = new RegExp(`['"]${name}['"]: ?(\\d{1,13})\\b`);
  return (view) => toCount(pattern.exec(textAttribute(view, key) ?? '')?.[1]);
}
