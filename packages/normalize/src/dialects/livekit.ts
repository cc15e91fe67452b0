import { attribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { startPlus } from './readers';

/** LiveKit Agents: what it adds to GenAI. Newer releases mark what may be personal: `lk.pii.chat_ctx`. */
export const liveKit: Dialect = {
  namespaces: ['lk'],
  type: [type],
  input: content('chat_ctx', 'function_tool.arguments', 'input_text', 'user_transcript', 'user_input'),
  output: content('response.text', 'function_tool.output', 'response.function_calls'),
  completionStartTime: [startPlus('lk.response.ttft', 1e6)],
};

function content(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`lk.pii.${name}`, `lk.${name}`]);
}

function type(view: SpanView): string | undefined {
  if (attribute(view, 'lk.function_tool.name') !== undefined) return 'TOOL';
  return view.span.name === 'agent_turn' ? 'AGENT' : undefined;
}
