import type { Message } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { type Exact, isObject } from '../json/exact-value';

/** Members that hold a question or an answer where there are no messages, in the order in which they are tried. */
const QUESTIONS = ['question', 'query', 'prompt', 'input', 'task', 'text', 'message'];
const ANSWERS = ['answer', 'output', 'response', 'result', 'text', 'content', 'message'];

/** What a user said last in the input of a trace: the text of it, or undefined where it is in no shape that is known. */
export function askedText(input: unknown): string | undefined {
  const said = readConversation(input as Exact, 'user')?.messages;
  return said === undefined ? plainText(input as Exact, QUESTIONS) : lastText(said, 'user');
}

/** What was answered: the last text in the output of a trace that is no user's. */
export function answeredText(output: unknown): string | undefined {
  const said = readConversation(output as Exact, 'assistant')?.messages;
  return said === undefined ? plainText(output as Exact, ANSWERS) : lastText(said, 'assistant');
}

/** What was said in a turn that says nothing itself. */
export interface StepTexts {
  readonly asked: string | undefined;
  readonly answered: string | undefined;
}

/**
 * A question and an answer out of the values of agents and model calls: the first question, and the answer that was there last; of two
 * at the same time that of the outer one.
 * @param steps in the order in which they began
 */
export function textsOfSteps(
  steps: readonly {
    readonly type: string;
    readonly endTime: string | null;
    readonly values: { readonly input: unknown; readonly output: unknown } | undefined;
  }[],
): StepTexts {
  const speaking = steps.flatMap(({ type, endTime, values }) =>
    values !== undefined && SPEAKING.includes(type)
      ? [{ end: Date.parse(endTime ?? ''), asked: askedText(values.input), answered: answeredText(values.output) }]
      : [],
  );
  const answers = speaking.filter(({ answered }) => answered !== undefined);
  const last = answers.reduce<(typeof answers)[number] | undefined>(
    (latest, each) => (latest === undefined || each.end > latest.end ? each : latest),
    undefined,
  );
  return { asked: speaking.find(({ asked }) => asked !== undefined)?.asked, answered: last?.answered };
}

const SPEAKING: readonly string[] = ['AGENT', 'GENERATION'];

function lastText(messages: readonly Message[], role: string): string | undefined {
  for (const message of messages.toReversed()) {
    const text = message.role === role ? textOf(message) : '';
    if (text !== '') return text;
  }
  return undefined;
}

const textOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.kind === 'text' || part.kind === 'refusal' ? [part.text] : [])).join('\n');

function plainText(value: Exact, members: readonly string[]): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isObject(value)) return undefined;
  const text = members.map((member) => value[member]).find((each) => typeof each === 'string' && each !== '');
  return typeof text === 'string' ? text : undefined;
}
