import type { JsonText } from '@sluice/record';
import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { freeFormUnless } from './readers';

/**
 * Dialect of Mastra's exporter: attributes in addition to GenAI. The input and the output of spans other than model and tool calls have the
 * type of the span in their names.
 */
export const mastra: Dialect = {
  namespaces: ['mastra'],
  input: [sided('input')],
  output: [sided('output')],
  completionStartTime: ['mastra.completion_start_time'],
  userId: ['mastra.metadata.userId'],
  sessionId: ['mastra.metadata.sessionId'],
  tags: ['mastra.tags'],
  metadata: ['mastra.metadata'],
};

/** Reads a side, such as `mastra.agent_run.input`. */
function sided(side: 'input' | 'output'): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const type = textAttribute(view, 'mastra.span.type');
    return type === undefined ? undefined : freeFormUnless(`mastra.${type.toLowerCase()}.${side}`, [])(view);
  };
}
