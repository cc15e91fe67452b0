/** How deep a text is looked for: what senders wrap messages in is a few levels. */
const DEEPEST = 6;

/** Members that hold what was said, in the order in which they are tried. */
const TEXT_MEMBERS = [
  'content',
  'text',
  'parts',
  'message',
  'choices',
  'candidates',
  'output',
  'response',
  'answer',
  'result',
];
const INPUT_MEMBERS = ['messages', 'contents', 'prompt', 'input', 'inputs', 'question', 'query'];
const USERS: readonly unknown[] = ['user', 'human', 'USER', 'HUMAN', 'HumanMessage'];
const OTHER_PARTS: readonly unknown[] = [
  'tool_use',
  'tool_call',
  'tool_result',
  'function_call',
  'reasoning',
  'thinking',
];

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a user said last in the input of a trace: the text of it, or undefined where it is in no shape that is known. */
export function askedText(input: unknown, depth = 0): string | undefined {
  if (typeof input === 'string') return input === '' ? undefined : input;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(input)) {
    const messages = input.length === 1 && Array.isArray(input[0]) ? (input[0] as unknown[]) : (input as unknown[]);
    const asked = messages.findLast((message) => isObject(message) && USERS.includes(roleOf(message)));
    return asked === undefined ? undefined : textOf(asked, depth + 1);
  }
  if (!isObject(input)) return undefined;
  for (const member of INPUT_MEMBERS) {
    const text = askedText(input[member], depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** What was answered: the text of the last message in the output of a trace. */
export function answeredText(output: unknown): string | undefined {
  if (Array.isArray(output)) {
    const last = (output as unknown[]).findLast((message) => textOf(message, 1) !== undefined);
    return textOf(last, 1);
  }
  if (isObject(output) && Array.isArray(output['messages'])) return answeredText(output['messages']);
  return textOf(output, 0);
}

const roleOf = (message: Members): unknown => message['role'] ?? message['type'] ?? message['kind'];

function textOf(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const texts = (value as unknown[]).flatMap((part) => textOf(part, depth + 1) ?? []);
    return texts.length === 0 ? undefined : texts.join('\n');
  }
  if (!isObject(value) || OTHER_PARTS.includes(value['type'])) return undefined;
  for (const member of TEXT_MEMBERS) {
    const text = textOf(value[member], depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}
