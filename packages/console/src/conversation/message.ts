import { type Exact, isArray, isObject } from '../json/exact-value';
import { blocksIn } from './dialects/bedrock';
import type { PlainMessage, Readers } from './dialects/dialect';
import type { Message, ContentPart } from './model';
import { firstValue, shortened, textIn, textPart, unwrapped } from './values';

/** A map instead of an object, which inherits `constructor`: a role can be any text. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
]);

/** Reads a message with all parts; undefined if a part is unknown, or if the message is empty. */
export function messageOf(
  plain: PlainMessage,
  readers: Readers,
  partOf: (value: Exact) => ContentPart | undefined,
): Message | undefined {
  const { content, beside = [], callId } = plain;
  const contentParts = contentOf(content, readers, partOf);
  const calls = callsOf(plain.calls, partOf);
  if (contentParts === undefined || calls === undefined) return undefined;
  if (content === undefined && calls.length === 0 && beside.length === 0) return undefined;
  const role = shortened(ROLES.get(plain.role) ?? plain.role);
  const name = shortened(textIn(plain.name));
  const finish = shortened(textIn(plain.finish));
  const isAnswer = role === 'tool' || role === 'function' || callId !== undefined;
  const isWrapped = contentParts.some(({ kind }) => kind === 'result');
  const parts: readonly ContentPart[] =
    isAnswer && !isWrapped
      ? [
          {
            kind: 'result',
            id: callId,
            name,
            isError: plain.isError === true,
            parts: answerOf(content, contentParts, readers),
          },
        ]
      : contentParts;
  return {
    role,
    name,
    parts: [...beside, ...parts, ...calls].filter(hasContent),
    finish: finish === '' ? undefined : finish,
  };
}

const hasContent = (part: ContentPart): boolean => part.kind !== 'text' || part.text !== '';

/** Reads the text of a tool's message as a result, which may be JSON. */
function answerOf(
  content: Exact | undefined,
  contentParts: readonly ContentPart[],
  readers: Readers,
): readonly ContentPart[] {
  const [only] = contentParts;
  const text =
    typeof content === 'string' ? content : contentParts.length === 1 && only?.kind === 'text' ? only.text : undefined;
  return text === undefined ? contentParts : readers.answer(text);
}

function contentOf(
  content: Exact | undefined,
  readers: Readers,
  partOf: (value: Exact) => ContentPart | undefined,
): readonly ContentPart[] | undefined {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return blocksIn(content, readers) ?? [textPart(content)];
  if (isArray(content)) return allOf(content, partOf);
  if (!isObject(content)) return undefined;
  // A single part without a list around it, or a text in an object.
  const part = partOf(content) ?? (typeof content['text'] === 'string' ? textPart(content['text']) : undefined);
  return part && [part];
}

function callsOf(
  calls: Exact | undefined,
  partOf: (value: Exact) => ContentPart | undefined,
): readonly ContentPart[] | undefined {
  if (calls === undefined || calls === null) return [];
  if (!isArray(calls)) return undefined;
  return allOf(calls, (call) => {
    const part = partOf(call);
    if (part?.kind === 'call') return part;
    if (!isObject(call)) return undefined;
    const name = textIn(call['name']);
    if (name === undefined) return undefined;
    const input = unwrapped(firstValue(call, 'arguments', 'args', 'input'));
    return { kind: 'call', id: textIn(call['id']), name: shortened(name), input };
  });
}

function allOf(
  items: readonly Exact[],
  partOf: (value: Exact) => ContentPart | undefined,
): readonly ContentPart[] | undefined {
  const parts: ContentPart[] = [];
  for (const item of items) {
    const part = partOf(item);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}
