import type { Message } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { type Exact, isObject } from '../json/exact-value';

/** Members that contain a question or an answer in values without messages, in order of precedence. */
const QUESTIONS = ['question', 'query', 'prompt', 'input', 'task', 'text', 'message'];
const ANSWERS = ['answer', 'output', 'response', 'result', 'text', 'content', 'message'];

/** Returns the last text of a user in the input of a trace; undefined for an unknown format. */
export function questionText(input: unknown): string | undefined {
  const messages = readConversation(input as Exact, 'user')?.messages;
  return messages === undefined ? plainText(input as Exact, QUESTIONS) : lastText(messages, 'user');
}

/** Returns the last text in the output of a trace that is not a user's. */
export function answerText(output: unknown): string | undefined {
  const messages = readConversation(output as Exact, 'assistant')?.messages;
  return messages === undefined ? plainText(output as Exact, ANSWERS) : lastText(messages, 'assistant');
}

/** Texts of a turn whose trace has none. */
export interface StepTexts {
  readonly question: string | undefined;
  readonly answer: string | undefined;
}

/**
 * Finds the first question and the last answer in the values of agents and model calls; of two answers at the same time, the outer one's.
 * @param steps in order of their starts
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
      ? [{ end: Date.parse(endTime ?? ''), question: questionText(values.input), answer: answerText(values.output) }]
      : [],
  );
  const answers = speaking.filter(({ answer }) => answer !== undefined);
  const last = answers.reduce<(typeof answers)[number] | undefined>(
    (latest, each) => (latest === undefined || each.end > latest.end ? each : latest),
    undefined,
  );
  return { question: speaking.find(({ question }) => question !== undefined)?.question, answer: last?.answer };
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
