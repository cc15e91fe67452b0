import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphRun, GraphStep, Message, NodeTask } from './graph-run';
import type { Instrumentation } from './instrumentation';
import { OPENINFERENCE } from './openinference';
import { OPENLLMETRY } from './openllmetry';

interface Recorded {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const QUESTION = 'Where are the orders of Ada?';
const CALL = { id: 'call_1', name: 'search', args: { query: 'orders of Ada' } };

/** Spans of one step that each instrumentation has recorded, with the texts above and below; ids are those that it has drawn. */
const recorded = (file: string) => JSON.parse(readFileSync(join(__dirname, 'recorded', file), 'utf8')) as Recorded[];

/** Returns the run that has been recorded. @param ids of its messages but the system's, in their order */
function runOf(spans: readonly Recorded[], ids: readonly string[], taskOf: (span: Recorded) => NodeTask): GraphRun {
  const [question = '', first = '', found = '', last = ''] = ids;
  const answer: Message = { role: 'assistant', content: 'I look for them.', id: first, call: CALL };
  const result: Message = { role: 'tool', content: 'Two orders of "Ada"\nwere sent to Berlin.', id: found, call: CALL };
  const end: Message = { role: 'assistant', content: 'Both were sent.', id: last };
  const messages: Message[] = [
    { role: 'system', content: 'Answer in "one" sentence.', id: '' },
    { role: 'user', content: QUESTION, id: question },
    ...[answer, result, end],
  ];
  const [model, tools, secondModel] = [1, 3, 5].map((index) => taskOf(spans[index] ?? { name: '', attributes: {} }));
  if (model === undefined || tools === undefined || secondModel === undefined) throw new Error('a node is missing');
  const steps: GraphStep[] = [
    { before: 2, answer, model, use: { call: CALL, result, task: tools } },
    { before: 4, answer: end, model: secondModel },
  ];
  return { id: String(spans.at(-2)?.attributes['gen_ai.agent.id']), messages, steps };
}

/** Finds ids of messages in the state that the graph returns. */
function idsIn(state: unknown): readonly string[] {
  return Array.from(String(state).matchAll(/"id": "(\w[^"]*-[^"]*)"/g), ([, id = '']) => id);
}

function expectEqual({ spans }: Instrumentation, run: GraphRun, expected: readonly Recorded[]): void {
  const made = spans(run);
  expect(made.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  made.forEach(({ attributes }, index) => {
    // The order counts: of too many attributes the SDK keeps the last ones.
    expect(Object.entries(attributes)).toEqual(Object.entries(expected[index]?.attributes ?? {}));
  });
}

test('OpenInference: a run of the recorded texts has the recorded spans, value by value', () => {
  const spans = recorded('openinference.json');
  const run = runOf(spans, idsIn(spans.at(-1)?.attributes['output.value']), ({ attributes }) => {
    const { langgraph_checkpoint_ns: namespace, langgraph_step: step } = JSON.parse(String(attributes.metadata)) as {
      readonly langgraph_checkpoint_ns: string;
      readonly langgraph_step: number;
    };
    return { id: '', namespace, step };
  });
  expectEqual(OPENINFERENCE, run, spans);
});

test('OpenLLMetry: a run of the recorded texts has the recorded spans, value by value', () => {
  const spans = recorded('openllmetry.json');
  const run = runOf(spans, idsIn(spans.at(-2)?.attributes['traceloop.entity.output']), ({ attributes }) => ({
    id: String(attributes['gen_ai.task.id']),
    namespace: String(attributes['traceloop.association.properties.langgraph_checkpoint_ns']),
    step: Number(attributes['traceloop.association.properties.langgraph_step']),
  }));
  expectEqual(OPENLLMETRY, run, spans);
});
