import { type Exact, type ExactObject, isArray, isObject } from '../json/exact-value';
import { aiSdk } from './dialects/ai-sdk';
import { anthropic } from './dialects/anthropic';
import { bedrock } from './dialects/bedrock';
import type { Dialect, Envelope, Readers } from './dialects/dialect';
import { gemini } from './dialects/gemini';
import { genAi } from './dialects/gen-ai';
import { genkit } from './dialects/genkit';
import { langchain } from './dialects/langchain';
import { openai } from './dialects/openai';
import { openaiResponses } from './dialects/openai-responses';
import { openinference } from './dialects/openinference';
import { withoutChunks } from './chunks';
import { messageOf } from './message';
import type { Conversation, Message, ContentPart } from './model';
import { answerParts, objectIn, shortened, textPart, unwrapped } from './values';

/** Dialects in order of precedence: the first that can read a value reads it. */
const DIALECTS: readonly Dialect[] = [
  openai,
  openaiResponses,
  anthropic,
  genAi,
  gemini,
  bedrock,
  genkit,
  aiSdk,
  langchain,
  openinference,
];

/** Most nested envelopes; no known sender nests more. */
const MAX_ENVELOPES = 4;

/**
 * Reads an input or output as a conversation.
 * @param role of messages without one
 * @returns undefined if any message is unknown, because part of a conversation would pass for all of it
 */
export function readConversation(value: Exact | undefined, role: string): Conversation | undefined {
  return read(unwrapped(value), role, MAX_ENVELOPES);
}

function read(value: Exact | undefined, role: string, most: number): Conversation | undefined {
  if (isArray(value)) return listOf(value, role, most);
  if (!isObject(value)) return undefined;
  const message = itemOf(value, role);
  if (message !== undefined && message.parts.length > 0) return { messages: [message], rest: [] };
  if (most === 0) return undefined;
  for (const { envelope } of DIALECTS) {
    const found = envelope?.(value);
    const inner = found && unwrap(found, value, role, most);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function unwrap(envelope: Envelope, value: ExactObject, role: string, most: number): Conversation | undefined {
  const { used, finish, system } = envelope;
  const inner = read(envelope.messages, envelope.role ?? role, most - 1);
  if (inner === undefined || inner.messages.length === 0) return undefined;
  const before = system === undefined || system === null ? [] : systemMessages(system);
  if (before === undefined) return undefined;
  const last = inner.messages.at(-1);
  const ended =
    typeof finish === 'string' && last !== undefined ? [{ ...last, finish }] : last === undefined ? [] : [last];
  const rest = Object.entries(value).filter(([name, member]) => !used.includes(name) && member !== null);
  return {
    messages: [...before, ...inner.messages.slice(0, -1), ...ended],
    rest: [...inner.rest, ...(rest as [string, Exact][])],
  };
}

function systemMessages(system: Exact): readonly Message[] | undefined {
  if (typeof system === 'string') return [{ role: 'system', parts: [textPart(system)] }];
  const instructions = objectIn(system)?.['parts'] ?? system;
  const parts = readers.parts(isArray(instructions) ? instructions : [instructions]);
  return parts && [{ role: 'system', parts }];
}

function listOf(items: readonly Exact[], role: string, most: number): Conversation | undefined {
  const [only] = items;
  // A batch with one element.
  if (items.length === 1 && only !== undefined && (isArray(only) || hasNoRole(only))) {
    const inner = most > 0 ? read(only, role, most - 1) : undefined;
    if (inner !== undefined) return inner;
  }
  if (!items.some(isObject)) return undefined;
  const messages: (Message & { readonly parts: ContentPart[] })[] = [];
  for (const item of items) {
    const message = itemOf(item, role);
    if (message === undefined) return undefined;
    const before = messages.at(-1);
    // Consecutive calls, reasoning and texts of one turn; a sender may send 100,000 of them.
    if (before !== undefined && isBare(item) && before.role === message.role && before.finish === undefined) {
      for (const part of message.parts) before.parts.push(part);
    } else messages.push({ ...message, parts: [...message.parts] });
  }
  return { messages: withoutChunks(messages), rest: [] };
}

/** Deepest nesting of results in results that is read; deeper values are shown as JSON. */
const DEEPEST = 8;

function readersAt(depth: number): Readers {
  const parts = (items: readonly Exact[]): readonly ContentPart[] | undefined =>
    depth === DEEPEST ? undefined : knownParts(items, readersAt(depth + 1));
  return { parts, answer: (value) => answerParts(value, parts) };
}

const readers = readersAt(0);

/** Reads an item of a list: a message, or a part in place of a message. */
function itemOf(item: Exact, role: string): Message | undefined {
  if (isObject(item)) {
    for (const { message } of DIALECTS) {
      const plain = message?.(item, readers);
      if (plain !== undefined) return messageOf(plain, readers, partOf);
    }
  }
  const part = knownPart(item);
  if (part === undefined) return undefined;
  return { role: SPEAKERS[part.kind] ?? role, parts: [part] };
}

/** Roles of parts in place of messages; texts, files and refusals can have any role. */
const SPEAKERS: Partial<Record<ContentPart['kind'], string>> = {
  call: 'assistant',
  reasoning: 'assistant',
  result: 'tool',
  value: 'assistant',
};

const isBare = (item: Exact): boolean => knownPart(item) !== undefined;
const hasNoRole = (item: Exact): boolean => isObject(item) && !('role' in item) && !('message' in item);

function knownPart(value: Exact, inner = readers): ContentPart | undefined {
  if (typeof value === 'string') return textPart(value);
  if (!isObject(value)) return undefined;
  for (const { part } of DIALECTS) {
    const found = part?.(value, inner);
    if (found !== undefined) return withShortName(found);
  }
  return undefined;
}

function withShortName(part: ContentPart): ContentPart {
  switch (part.kind) {
    case 'call':
      return { ...part, name: shortened(part.name) };
    case 'result':
      return { ...part, name: shortened(part.name) };
    case 'media':
      return { ...part, media: { ...part.media, name: shortened(part.media.name) } };
    default:
      return part;
  }
}

/** Reads a known part of a message; an object with an unknown type is shown as a value, so that nothing is lost. */
function partOf(value: Exact): ContentPart | undefined {
  const known = knownPart(value);
  if (known !== undefined || !isObject(value)) return known;
  const { type } = value;
  return typeof type === 'string' ? { kind: 'value', name: shortened(type), value } : undefined;
}

function knownParts(items: readonly Exact[], inner: Readers): readonly ContentPart[] | undefined {
  const parts: ContentPart[] = [];
  for (const item of items) {
    const part = isObject(item) ? knownPart(item, inner) : undefined;
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}
