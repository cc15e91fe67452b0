import type { Call, Message } from '../conversation/model';
import { type Step, modelBefore, toolCalls } from './tool-calls';

const START = Date.parse('2026-11-01T10:00:00.000Z');
const at = (ms: number): string => new Date(START + ms).toISOString();

function step(
  id: string,
  type: string,
  name: string,
  from: number,
  parentObservationId: string | null = 'agent',
): Step {
  return {
    ...{ id, type, name, parentObservationId, startTime: at(from), endTime: at(from + 10) },
    sizes: { input: 1, output: 1, metadata: 0 },
  };
}

const call = (name: string): Call => ({ kind: 'call', id: undefined, name, input: {} });
const messagesOf = (...parts: readonly Call[]): readonly Message[] => [{ role: 'assistant', parts }];

const steps = [
  step('agent', 'AGENT', 'agent', 0, null),
  step('m1', 'GENERATION', 'chat', 0),
  step('t1', 'TOOL', 'search', 20),
  step('t2', 'TOOL', 'execute_tool look', 21),
  step('t3', 'TOOL', 'search', 22),
  step('m2', 'GENERATION', 'chat', 40),
  step('t4', 'TOOL', 'search', 60),
  step('m3', 'GENERATION', 'chat', 80),
  step('other', 'AGENT', 'other', 0, null),
  step('t5', 'TOOL', 'search', 1, 'other'),
];
const ran = (id: string, inputMessages: readonly Message[], answer: readonly Message[]) => {
  const found = toolCalls(steps, id, inputMessages, answer);
  return [...inputMessages, ...answer].flatMap(({ parts }) => parts.map((part) => found.get(part as Call)?.id));
};

test('what a model asks for is run by the next tools of its loop with that name, each once', () => {
  expect(ran('m1', [], messagesOf(call('look'), call('search'), call('search'), call('search')))).toEqual([
    't2',
    't1',
    't3',
    undefined,
  ]);
  expect(ran('m2', [], messagesOf(call('search'), call('sea')))).toEqual(['t4', undefined]);
  expect(ran('m3', [], messagesOf(call('search')))).toEqual([undefined]);
});

test('what a model was told before is run by the last tools before it', () => {
  // The first of the three is of a conversation that began before the trace.
  const inputMessages = messagesOf(call('search'), call('search'), call('look'), call('search'));
  expect(ran('m2', inputMessages, [])).toEqual([undefined, 't1', 't2', 't3']);
  expect(ran('m3', messagesOf(call('search')), [])).toEqual(['t4']);
});

test('names that a framework gives to every tool are taken where there is no better one', () => {
  const generic = [...steps.slice(0, 2), step('g1', 'TOOL', 'ai.toolCall', 20), step('g2', 'TOOL', 'ai.toolCall', 21)];
  const calls = [call('search'), call('look')];
  expect(calls.map((each) => toolCalls(generic, 'm1', [], messagesOf(...calls)).get(each)?.id)).toEqual(['g1', 'g2']);
});

test('of a tool the model call before it in its loop is known', () => {
  expect(['t1', 't3', 't4', 't5', 'm1'].map((id) => modelBefore(steps, id)?.id)).toEqual([
    'm1',
    'm1',
    'm2',
    undefined,
    undefined,
  ]);
});

test('a trace of very many calls, all of them deep, is looked through once', () => {
  const chain = Array.from({ length: 50_000 }, (_, n) =>
    step(`s${n}`, 'CHAIN', 'step', 0, n === 0 ? 'agent' : `s${n - 1}`),
  );
  const calls = Array.from({ length: 150_000 }, (_, n) => step(`m${n}`, 'GENERATION', 'chat', 2 * n, 's49999'));
  const tool = step('t', 'TOOL', 'search', 100_015, 's49000');
  // Twice of each for each of three questions; where each goes all the way up, billions.
  let reads = 3 * 2 * (chain.length + calls.length + 2);
  const trace = [step('agent', 'AGENT', 'agent', 0, null), ...chain, ...calls, tool].map(
    ({ parentObservationId, ...each }): Step => ({
      ...each,
      get parentObservationId() {
        reads -= 1;
        if (reads < 0) throw new Error('what is around a step is read again and again');
        return parentObservationId;
      },
    }),
  );
  const asked = call('search');
  expect(toolCalls(trace, 'm50000', [], messagesOf(asked)).get(asked)).toBeUndefined();
  expect(toolCalls(trace, 'm50005', [], messagesOf(asked)).get(asked)?.id).toBe('t');
  expect(modelBefore(trace, 't')?.id).toBe('m50007');
});
