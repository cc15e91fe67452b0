import type { ContentPart, Message } from '../conversation/model';
import { readConversation } from '../conversation/read';
import type { Exact } from '../json/exact-value';
import { printExact } from '../json/print';

/** Unit of comparison: a message of a prompt or an answer, or the whole value. */
export interface ComparedText {
  /** Role or name: `user`, `tools`. */
  readonly title: string;
  readonly text: string;
}

/**
 * Splits an input or output into messages; a value of unknown structure is one text. Empty for no value.
 * @param role of messages without one; absent if the value is no conversation
 */
export function textsOf(value: Exact | undefined, role?: string): readonly ComparedText[] {
  if (value === null || value === undefined) return [];
  const conversation = role === undefined ? undefined : readConversation(value, role);
  if (conversation === undefined) return [{ title: '', text: jsonOf(value) }];
  return [
    ...conversation.messages.map(partOf),
    ...conversation.rest.map(([title, each]) => ({ title, text: jsonOf(each) })),
  ];
}

const partOf = ({ role, name, parts }: Message): ComparedText => ({
  title: name === undefined ? role : `${role} ${name}`,
  text: parts.map(textOf).join('\n'),
});

/** Returns a part as readable text. Pictures and files are compared by their type only, not by their bytes. */
function textOf(part: ContentPart): string {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'reasoning':
      return `[reasoning] ${part.text ?? 'sealed'}`;
    case 'call':
      return `${part.name}(${part.input === undefined ? '' : jsonOf(part.input)})`;
    case 'result':
      return [part.isError ? '[error]' : '', ...part.parts.map(textOf)].filter((text) => text !== '').join('\n');
    case 'media': {
      const { type, name, address, data } = part.media;
      const size = data === undefined ? undefined : `${data.length} characters of base64`;
      return `[${[type ?? 'file', name, address, size].filter((word) => word !== undefined).join(', ')}]`;
    }
    case 'value':
      return jsonOf(part.value);
  }
}

const jsonOf = (value: Exact): string => (typeof value === 'string' ? value : printExact(value));
