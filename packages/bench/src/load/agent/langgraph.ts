import { type Message, type NodeTask, TOOLS, type ToolCall, USAGE } from './graph-run';

/** Values of LangChain and LangGraph that both instrumentations write. */

const CLASSES = {
  system: 'SystemMessage',
  user: 'HumanMessage',
  assistant: 'AIMessage',
  tool: 'ToolMessage',
} as const;
const TYPES = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const;
export const USAGE_METADATA = {
  input_tokens: USAGE.input,
  output_tokens: USAGE.output,
  total_tokens: USAGE.input + USAGE.output,
} as const;
export const LC_VERSIONS = { 'langchain-core': '1.8.3', langchain: '1.5.2' } as const;

export const parameters = TOOLS.map(({ name, description, argument }) => {
  const title = argument.replace(/^./, (first) => first.toUpperCase());
  return { name, description, parameters: { [argument]: { title, type: 'string' } } };
});

export function toolCalls(call: ToolCall | undefined): readonly unknown[] {
  return call === undefined ? [] : [{ name: call.name, args: call.args, id: call.id, type: 'tool_call' }];
}

/** Serializes a message as `dumpd` of LangChain does. @param hasId false: the graph has not stored it yet */
export function constructor({ role, content, id, call }: Message, hasId = true): unknown {
  const type = TYPES[role];
  return {
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', CLASSES[role]],
    kwargs: {
      content,
      type,
      ...(role === 'tool' && { name: call?.name }),
      ...(role !== 'system' && hasId && { id }),
      ...(role === 'assistant' && {
        ...(call !== undefined && { tool_calls: toolCalls(call) }),
        usage_metadata: USAGE_METADATA,
        ...(call === undefined && { tool_calls: [] }),
        invalid_tool_calls: [],
      }),
      ...(role === 'tool' && { tool_call_id: call?.id, status: 'success' }),
    },
  };
}

/** Returns the metadata of a node's execution. */
export function nodeMetadata(
  name: 'model' | 'tools',
  { step, namespace }: NodeTask,
): Readonly<Record<string, unknown>> {
  return {
    ls_integration: 'langchain_create_agent',
    langgraph_step: step,
    langgraph_node: name,
    langgraph_triggers: name === 'model' ? ['branch:to:model'] : ['__pregel_push'],
    langgraph_path: name === 'model' ? ['__pregel_pull', 'model'] : ['__pregel_push', 0, false],
    langgraph_checkpoint_ns: namespace,
  };
}
