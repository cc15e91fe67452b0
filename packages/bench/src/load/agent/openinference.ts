import type { AttributeValue } from '../otlp';
import { type GraphRun, type GraphStep, type Message, USAGE } from './graph-run';
import type { AgentSpan, Instrumentation } from './instrumentation';
import { LC_VERSIONS, USAGE_METADATA, constructor, nodeMetadata, parameters, toolCalls } from './langgraph';
import { pythonJson } from './python-json';

const JSON_TYPE = 'application/json';
const TYPES = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const;
const FUNCTIONS = parameters.map((described) => ({ type: 'function', function: described }));

/** Spans of a LangGraph agent as `openinference-instrumentation-langchain` 0.1.80 ends them: the root last. */
export const OPENINFERENCE: Instrumentation = {
  scope: { name: 'openinference.instrumentation.langchain', version: '0.1.80' },
  spans: (run) => {
    const root = run.steps.length * 4 - 2;
    return [
      ...run.steps.flatMap((step, index) => [
        modelCall(run, step, index * 4 + 1),
        modelNode(run, step, root),
        ...(step.use === undefined ? [] : [toolCall(step.use, index * 4 + 3), toolNode(step.use, root)]),
      ]),
      graph(run),
    ];
  },
};

function modelCall({ messages }: GraphRun, { before, answer, model }: GraphStep, parent: number): AgentSpan {
  const sent = messages.slice(0, before);
  const generation = {
    text: answer.content,
    generation_info: null,
    type: 'ChatGeneration',
    message: constructor(answer),
  };
  return span('Model', 'LLM', parent, {
    'input.value': pythonJson({ messages: [sent.map((message) => constructor(message))] }),
    'input.mime_type': JSON_TYPE,
    'output.value': pythonJson({ generations: [[generation]], llm_output: null, run: null, type: 'LLMResult' }),
    'output.mime_type': JSON_TYPE,
    ...Object.fromEntries(
      sent.flatMap((message, index) => Object.entries(flat(`llm.input_messages.${index}`, message))),
    ),
    ...flat('llm.output_messages.0', answer),
    'llm.invocation_parameters': pythonJson({ _type: 'own', stop: null, tools: FUNCTIONS }),
    ...Object.fromEntries(FUNCTIONS.map((each, index) => [`llm.tools.${index}.tool.json_schema`, pythonJson(each)])),
    'llm.provider': 'model',
    'llm.token_count.prompt': USAGE.input,
    'llm.token_count.completion': USAGE.output,
    'llm.token_count.total': USAGE.input + USAGE.output,
    metadata: pythonJson({
      ...nodeMetadata('model', model),
      ls_integration: 'langchain_chat_model',
      checkpoint_ns: model.namespace,
      ls_provider: 'model',
      ls_model_type: 'chat',
      lc_versions: LC_VERSIONS,
    }),
  });
}

function modelNode({ messages }: GraphRun, { before, answer, model }: GraphStep, parent: number): AgentSpan {
  const [, question] = messages;
  const update = { graph: null, update: { messages: [data(answer)] }, resume: null, goto: [] };
  return span('model', 'CHAIN', parent, {
    'input.value': pythonJson({ messages: messages.slice(1, before).map((message) => data(message)) }),
    'input.mime_type': JSON_TYPE,
    'output.value': pythonJson([update]),
    'output.mime_type': JSON_TYPE,
    ...(question !== undefined && flat('llm.input_messages.0', question)),
    metadata: pythonJson(nodeMetadata('model', model)),
  });
}

type Use = NonNullable<GraphStep['use']>;

function toolCall({ call, result, task }: Use, parent: number): AgentSpan {
  const { description = '' } = parameters.find(({ name }) => name === call.name) ?? {};
  return span(call.name, 'TOOL', parent, {
    'input.value': Object.values(call.args).join(),
    'output.value': pythonJson(data(result, false)),
    'output.mime_type': JSON_TYPE,
    'tool.name': call.name,
    'tool.description': description,
    metadata: pythonJson({ ...nodeMetadata('tools', task), checkpoint_ns: task.namespace }),
  });
}

function toolNode({ call, result, task }: Use, parent: number): AgentSpan {
  return span('tools', 'CHAIN', parent, {
    'input.value': pythonJson(toolCalls(call)),
    'input.mime_type': JSON_TYPE,
    'output.value': pythonJson({ messages: [data(result)] }),
    'output.mime_type': JSON_TYPE,
    metadata: pythonJson(nodeMetadata('tools', task)),
  });
}

function graph({ messages }: GraphRun): AgentSpan {
  const [, question] = messages;
  return span('LangGraph', 'CHAIN', undefined, {
    'input.value': pythonJson({ messages: [{ role: 'user', content: question?.content }] }),
    'input.mime_type': JSON_TYPE,
    'output.value': pythonJson({ messages: messages.slice(1).map((message) => data(message)) }),
    'output.mime_type': JSON_TYPE,
    'llm.input_messages.0.message.role': 'user',
    metadata: pythonJson({ ls_integration: 'langchain_create_agent' }),
  });
}

function span(
  name: string,
  kind: 'LLM' | 'CHAIN' | 'TOOL',
  parent: number | undefined,
  attributes: AgentSpan['attributes'],
): AgentSpan {
  return { name, parent, attributes: { ...attributes, 'openinference.span.kind': kind } };
}

/** Returns the attributes of a message. */
function flat(prefix: string, { role, content, call }: Message): Readonly<Record<string, AttributeValue>> {
  const at = `${prefix}.message`;
  return {
    [`${at}.role`]: role,
    [`${at}.content`]: content,
    ...(role === 'assistant' &&
      call !== undefined && {
        [`${at}.tool_calls.0.tool_call.id`]: call.id,
        [`${at}.tool_calls.0.tool_call.function.name`]: call.name,
        [`${at}.tool_calls.0.tool_call.function.arguments`]: pythonJson(call.args),
      }),
    ...(role === 'tool' && call !== undefined && { [`${at}.tool_call_id`]: call.id, [`${at}.name`]: call.name }),
  };
}

/** Serializes a message as the state of the graph has it. @param hasId false: the graph has not stored it yet */
function data({ role, content, id, call }: Message, hasId = true): unknown {
  const type = TYPES[role];
  return {
    type,
    data: {
      content,
      additional_kwargs: {},
      response_metadata: {},
      type,
      name: role === 'tool' ? call?.name : null,
      id: hasId ? id : null,
      ...(role === 'assistant' && {
        tool_calls: toolCalls(call),
        invalid_tool_calls: [],
        usage_metadata: USAGE_METADATA,
      }),
      ...(role === 'tool' && { tool_call_id: call?.id, artifact: null, status: 'success' }),
    },
  };
}
