import type { JsonText } from '@sluice/record';
import { attribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { freeFormUnless, startPlus } from './readers';

/** Dialect of LiveKit Agents: attributes in addition to GenAI. Newer releases mark personal data in the name: `lk.pii.chat_ctx`. */
export const liveKit: Dialect = {
  namespaces: ['lk'],
  type: [type],
  input: content('chat_ctx', 'function_tool.arguments', 'input_text', 'user_transcript', 'user_input'),
  output: [
    ...content('response.text').map(saying),
    ...content('function_tool.output'),
    ...content('response.function_calls').map(saying),
  ],
  completionStartTime: [startPlus('lk.response.ttft', 1e6)],
};

function content(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`lk.pii.${name}`, `lk.${name}`]);
}

/**
 * Reads a side of a turn, empty values excluded: a turn that only calls tools has an empty text, one that only answers an empty list of
 * calls.
 */
function saying(key: string): (view: SpanView) => JsonText | undefined {
  return freeFormUnless(key, ['', '[]']);
}

/**
 * Types of spans that name a model without being a model call: the node of the pipeline around a call (`llm_request`), and each attempt
 * inside it.
 */
const TYPE_OF_NAME = new Map([
  ['agent_turn', 'AGENT'],
  ['llm_node', 'CHAIN'],
  ['llm_request_run', 'SPAN'],
]);

function type(view: SpanView): string | undefined {
  if (attribute(view, 'lk.function_tool.name') !== undefined) return 'TOOL';
  return TYPE_OF_NAME.get(view.span.name);
}
