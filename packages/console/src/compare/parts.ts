/** A piece of a prompt or an answer that is compared by itself: a message, or all of it. */
export interface Part {
  /** Who speaks, or what it is: `user`, `tools`. */
  readonly title: string;
  readonly text: string;
}

/** The messages of an input or output; of an unknown shape all of it as one. Empty where there is nothing. */
export function partsOf(value: unknown): readonly Part[] {
  if (value === null || value === undefined) return [];
  if (isMessages(value)) return value.map(partOf);
  if (isObject(value) && isMessages(value['messages'])) {
    const { messages, ...rest } = value;
    const others = Object.entries(rest).map(([title, each]) => ({ title, text: textOf(each) }));
    return [...messages.map(partOf), ...others];
  }
  return [{ title: isObject(value) && typeof value['role'] === 'string' ? value['role'] : '', text: textOf(value) }];
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMessages = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && typeof each['role'] === 'string');

function partOf(message: JsonObject): Part {
  const { role, content, ...rest } = message;
  const said = contentText(content);
  const others = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const more = others.length === 0 ? '' : textOf(Object.fromEntries(others));
  return { title: String(role), text: [said, more].filter((text) => text !== '').join('\n') };
}

/** Text of a message as it reads; parts that are no text as JSON. */
function contentText(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : textOf(part)))
    .join('\n');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
