import { type GraphRun, type GraphStep, type Message, USAGE } from './graph-run';
import type { AgentSpan, Instrumentation } from './instrumentation';
import { LC_VERSIONS, constructor, nodeMetadata, parameters, toolCalls } from './langgraph';
import { pythonJson } from './python-json';

const CLIENT = 3;
const GRAPH = 'gen_ai.provider.name';

const AGENT: AgentSpan = {
  name: 'invoke_agent LangGraph',
  parent: undefined,
  attributes: {
    [GRAPH]: 'langgraph',
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'LangGraph',
    'gen_ai.workflow.nodes': ['model', 'tools'],
    'gen_ai.workflow.edges': ['model -> tools', 'tools -> model'],
  },
};

/** Spans of a LangGraph agent as `opentelemetry-instrumentation-langchain` 0.62.4 (OpenLLMetry) ends them: the root last. */
export const OPENLLMETRY: Instrumentation = {
  scope: { name: 'opentelemetry.instrumentation.langchain', version: '0.62.4' },
  spans: (run) => {
    const workflow = run.steps.length * 4 - 2;
    return [
      ...run.steps.flatMap((step, index) => [
        modelCall(run, step, index * 4 + 1),
        modelNode(run, step, workflow),
        ...(step.use === undefined ? [] : [toolCall(step.use, index * 4 + 3), toolNode(run, step.use, workflow)]),
      ]),
      graph(run, workflow + 1),
      AGENT,
    ];
  },
};

const WORKFLOW = { 'traceloop.workflow.name': 'LangGraph' } as const;
const STATUS = { 'gen_ai.task.status': 'success' } as const;

/** Returns the attributes of metadata; members of lists are texts of Python. */
function properties(metadata: Readonly<Record<string, unknown>>): AgentSpan['attributes'] {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      `traceloop.association.properties.${name}`,
      Array.isArray(value) ? value.map(pythonText) : typeof value === 'number' ? value : String(value),
    ]),
  );
}

const pythonText = (value: unknown): string => (value === false ? 'False' : String(value));

function modelCall({ messages }: GraphRun, { before, answer, model }: GraphStep, parent: number): AgentSpan {
  const [system, ...sent] = messages.slice(0, before);
  const metadata = {
    ...nodeMetadata('model', model),
    ls_integration: 'langchain_chat_model',
    checkpoint_ns: model.namespace,
    ls_provider: 'model',
    ls_model_type: 'chat',
    lc_versions: pythonJson(LC_VERSIONS),
  };
  return {
    name: 'Model.chat',
    parent,
    kind: CLIENT,
    attributes: {
      ...WORKFLOW,
      'traceloop.entity.path': 'model',
      ...properties(metadata),
      [GRAPH]: 'langchain',
      'gen_ai.operation.name': 'chat',
      'gen_ai.tool.definitions': pythonJson(parameters),
      'gen_ai.request.model': 'unknown',
      'gen_ai.response.model': 'unknown',
      'gen_ai.system_instructions': pythonJson([{ type: 'text', content: system?.content }]),
      'gen_ai.input.messages': pythonJson(sent.map(inParts)),
      'gen_ai.usage.input_tokens': USAGE.input,
      'gen_ai.usage.output_tokens': USAGE.output,
      'gen_ai.usage.total_tokens': USAGE.input + USAGE.output,
      'gen_ai.output.messages': pythonJson([{ ...inParts(answer), finish_reason: '' }]),
    },
  };
}

/** Formats a message as the GenAI conventions of OpenTelemetry do. */
function inParts({ role, content, call }: Message) {
  if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id: call?.id, response: content }] };
  const text = { type: 'text', content };
  const calls = call === undefined ? [] : [{ type: 'tool_call', id: call.id, name: call.name, arguments: call.args }];
  return { role, parts: [text, ...calls] };
}

function modelNode(run: GraphRun, { before, answer, model }: GraphStep, parent: number): AgentSpan {
  const inputs = { messages: run.messages.slice(1, before).map((message) => constructor(message)) };
  const outputs = [{ graph: null, update: { messages: [constructor(answer)] }, resume: null, goto: [] }];
  return node('model', { run, task: model, parent, inputs, outputs });
}

function toolNode(run: GraphRun, { call, result, task }: Use, parent: number): AgentSpan {
  const outputs = { messages: [constructor(result)] };
  return node('tools', { run, task, parent, inputs: toolCalls(call), outputs });
}

interface NodeOptions {
  readonly run: GraphRun;
  readonly task: GraphStep['model'];
  readonly parent: number;
  readonly inputs: unknown;
  readonly outputs: unknown;
}

function node(name: 'model' | 'tools', { run, task, parent, inputs, outputs }: NodeOptions): AgentSpan {
  const metadata = nodeMetadata(name, task);
  const tags = [`graph:step:${task.step}`];
  const input = pythonJson({ inputs, tags, metadata, kwargs: { name } });
  const output = pythonJson({ outputs, kwargs: { tags } });
  return {
    name: `execute_task ${name}`,
    parent,
    attributes: {
      ...WORKFLOW,
      'traceloop.entity.path': '',
      ...properties(metadata),
      'traceloop.span.kind': 'task',
      'traceloop.entity.name': name,
      [GRAPH]: 'langgraph',
      'gen_ai.operation.name': 'execute_task',
      'gen_ai.task.name': name,
      'gen_ai.task.id': task.id,
      'gen_ai.task.parent.id': run.id,
      'traceloop.entity.input': input,
      'gen_ai.task.input': input,
      ...STATUS,
      'traceloop.entity.output': output,
      'gen_ai.task.output': output,
    },
  };
}

type Use = NonNullable<GraphStep['use']>;

function toolCall({ call, result, task }: Use, parent: number): AgentSpan {
  const { name, args, id } = call;
  const { description = '' } = parameters.find((each) => each.name === name) ?? {};
  const metadata = { ...nodeMetadata('tools', task), checkpoint_ns: task.namespace };
  const tags = ['seq:step:1'];
  const text = Object.entries(args).map(([argument, value]) => `{'${argument}': '${value}'}`);
  const input = pythonJson({
    input_str: text.join(),
    tags,
    metadata,
    inputs: args,
    kwargs: { color: 'green', name: null, tool_call_id: id },
  });
  const output = pythonJson({ output: constructor(result, false), kwargs: { tags, color: 'green', name } });
  return {
    name: `execute_tool ${name}`,
    parent,
    attributes: {
      ...WORKFLOW,
      'traceloop.entity.path': 'tools',
      ...properties(metadata),
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': name,
      [GRAPH]: 'langgraph',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': description,
      'traceloop.entity.input': input,
      'gen_ai.tool.call.arguments': input,
      ...STATUS,
      'traceloop.entity.output': output,
      'gen_ai.tool.call.result': output,
    },
  };
}

function graph({ id, messages }: GraphRun, parent: number): AgentSpan {
  const metadata = { ls_integration: 'langchain_create_agent' };
  const inputs = { messages: [{ role: 'user', content: messages[1]?.content }] };
  const outputs = { messages: messages.slice(1).map((message) => constructor(message)) };
  const input = pythonJson({ inputs, tags: [], metadata, kwargs: { name: 'LangGraph' } });
  const output = pythonJson({ outputs, kwargs: { tags: [] } });
  return {
    name: 'LangGraph.workflow',
    parent,
    attributes: {
      ...WORKFLOW,
      'traceloop.entity.path': '',
      ...properties(metadata),
      'traceloop.span.kind': 'workflow',
      'traceloop.entity.name': 'LangGraph',
      [GRAPH]: 'langgraph',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'LangGraph',
      'gen_ai.agent.id': id,
      'traceloop.entity.input': input,
      'gen_ai.task.input': input,
      ...STATUS,
      'traceloop.entity.output': output,
      'gen_ai.task.output': output,
    },
  };
}
