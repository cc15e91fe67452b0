import type { Message } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { type Exact, isObject } from '../json/exact';

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
