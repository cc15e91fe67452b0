import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Exact, parseExact } from '../json/exact-value';
import { printExact } from '../json/print';
import type { Message, ContentPart } from './model';
import { readConversation } from './read';

/** Payloads of SDKs for the same agent, and the answers of the product. */
const CAPTURES = join(__dirname, '../../../normalize/captures/payloads');

interface Answered {
  readonly name: string;
  readonly type: string;
  readonly input?: unknown;
  readonly output?: unknown;
}

function observationsOf(capture: string): readonly Answered[] {
  const text = readFileSync(join(CAPTURES, capture, 'expected.json'), 'utf8');
  return (JSON.parse(text) as { observations: readonly Answered[] }).observations;
}

const exact = (value: unknown): Exact | undefined => parseExact(JSON.stringify(value));
const messagesOf = (value: unknown, role: string) => readConversation(exact(value), role)?.messages;

/** A part in one line, without what SDKs write in their own ways: ids, and quotes and spaces of a result. */
function spoken(part: ContentPart): string {
  switch (part.kind) {
    case 'call':
      return `call ${part.name} ${printExact(part.input ?? null, { indent: 0 })}`;
    case 'result':
      return `result ${part.parts.map(spoken).join(' ').replaceAll("'", '"').replaceAll(' ', '')}`;
    case 'value':
      return printExact(part.value, { indent: 0 });
    case 'media':
      return 'media';
    default:
      return part.text ?? '';
  }
}

const lines = (messages: readonly Message[] | undefined): readonly string[] | undefined =>
  messages?.flatMap(({ parts }) => parts.map(spoken));

const FIRST_TURN = [/^Answer in one sentence\./, /What is the weather in Oslo\?$/];
const SECOND_TURN = [...FIRST_TURN, /^call get_weather \{"city": "Oslo"\}$/, /^result \{"city":"Oslo","celsius":4\}$/];

const matches = (texts: readonly string[] | undefined, expected: readonly RegExp[]): boolean =>
  texts?.length === expected.length && expected.every((each, n) => each.test(texts[n] ?? ''));

/** Senders whose payloads contain no texts. */
const WITHOUT_TEXTS = ['opentelemetry-openai-v2'];
/** Calls and results are texts in what they send: of roles of its own (smolagents), without arguments and values (Mastra). */
const IN_TEXTS = ['mastra', 'smolagents'];

const names = readdirSync(CAPTURES);
const succeeded = names.filter((name) => !name.endsWith('-error') && !WITHOUT_TEXTS.includes(name));

test.each(succeeded)('%s: the whole conversation is read', (name) => {
  const observations = observationsOf(name);
  const inputs = observations.map(({ input }) => lines(messagesOf(input, 'user')));
  const outputs = observations.map(({ output }) =>
    typeof output === 'string' ? [output] : lines(messagesOf(output, 'assistant')),
  );
  expect(inputs.filter((texts) => matches(texts, FIRST_TURN))).not.toEqual([]);
  if (!IN_TEXTS.includes(name)) expect(inputs.filter((texts) => matches(texts, SECOND_TURN))).not.toEqual([]);
  expect(outputs.filter((texts) => matches(texts, SECOND_TURN.slice(2, 3)))).not.toEqual([]);
  expect(outputs.filter((texts) => matches(texts, [/^It is 4 degrees in Oslo\.\s?$/]))).not.toEqual([]);
});

test.each(names)('%s: nothing that a model was told or said is shown as JSON', (name) => {
  for (const { type, input, output } of observationsOf(name)) {
    if (type !== 'GENERATION') continue;
    if (typeof input === 'object') expect(messagesOf(input, 'user')).toBeDefined();
    if (typeof output === 'object') expect(messagesOf(output, 'assistant')).toBeDefined();
  }
});

test.each(names)('%s: what a tool was given and gave is no conversation', (name) => {
  for (const { type, input } of observationsOf(name)) {
    if (type !== 'TOOL' || name === 'strands') continue;
    expect(messagesOf(input, 'user')).toBeUndefined();
  }
});

test('a stream is shown once, not in its pieces as well', () => {
  const [, last] = observationsOf('google-adk').filter(({ type }) => type === 'GENERATION');
  expect(messagesOf(last?.output, 'assistant')).toEqual([
    { role: 'assistant', parts: [{ kind: 'text', text: 'It is 4 degrees in Oslo.' }], finish: 'stop' },
  ]);
});

test('what surrounds the messages is told', () => {
  const [call] = observationsOf('mlflow').filter(({ type }) => type === 'GENERATION');
  const rest = readConversation(exact(call?.input), 'user')?.rest.map(([member]) => member);
  expect(rest).toEqual(['model', 'tools', 'temperature', 'max_tokens']);
});
