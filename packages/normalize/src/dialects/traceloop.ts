import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { keep } from './dialect';
import type { Dialect } from './dialect';
import { jsonValue, typeOf } from './readers';

const TYPE_OF_KIND = new Map([
  ['workflow', 'CHAIN'],
  ['task', 'SPAN'],
  ['agent', 'AGENT'],
  ['tool', 'TOOL'],
]);

const TYPE_OF_REQUEST = new Map([
  ['chat', 'GENERATION'],
  ['completion', 'GENERATION'],
  ['embedding', 'EMBEDDING'],
  ['rerank', 'RETRIEVER'],
]);

const WRAPPERS = new Set(['workflow', 'task', 'agent']);

const PROPERTIES = 'traceloop.association.properties';

/** Dialect of OpenLLMetry (Traceloop): its decorated functions, and properties on every span, in addition to GenAI. */
export const traceloop: Dialect = {
  namespaces: ['traceloop', 'llm'],
  type: [typeOf('llm.request.type', TYPE_OF_REQUEST), typeOf('traceloop.span.kind', TYPE_OF_KIND)],
  // A decorated function's arguments and result are always JSON.
  input: [jsonValue('traceloop.entity.input')],
  output: [jsonValue('traceloop.entity.output')],
  userId: [`${PROPERTIES}.user_id`, `${PROPERTIES}.userId`, 'llm.user'],
  sessionId: [`${PROPERTIES}.session_id`, `${PROPERTIES}.sessionId`],
  workflowName: [keep('traceloop.workflow.name')],
  wraps: [wraps],
  metadata: [PROPERTIES],
};

/**
 * Whether a span wraps model calls: a decorated function repeats the calls inside it. A span with a request type is a model call itself.
 */
function wraps(view: SpanView): boolean | undefined {
  const kind = (textAttribute(view, 'traceloop.span.kind') ?? '').toLowerCase();
  return WRAPPERS.has(kind) && textAttribute(view, 'llm.request.type') === undefined ? true : undefined;
}
