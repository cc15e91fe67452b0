import type { Conversation } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { type Exact, readExact } from '../json/exact-value';

/** Input or output, in the form that is easiest to read. */
export type IoValue =
  | { readonly shape: 'none' }
  | { readonly shape: 'conversation'; readonly conversation: Conversation }
  | { readonly shape: 'text'; readonly text: string }
  | { readonly shape: 'value'; readonly value: Exact }
  /** Too long to parse while the user waits; the JSON tab shows it. */
  | { readonly shape: 'large'; readonly characters: number };

/** Most characters and most values that are parsed. A picture of 10 MB is within the limit. */
const LONGEST = 16_000_000;
const MAX_VALUES = 150_000;

/**
 * @param text JSON; undefined for no value
 * @param role of messages without a role
 */
export function ioValueOf(text: string | undefined, role: 'user' | 'assistant' | 'tool'): IoValue {
  if (text === undefined) return { shape: 'none' };
  const value = text.length > LONGEST ? undefined : readExact(text, MAX_VALUES);
  if (value === undefined) return { shape: 'large', characters: text.length };
  const conversation = readConversation(value, role);
  if (conversation !== undefined) return { shape: 'conversation', conversation };
  if (typeof value === 'string') return value === '' ? { shape: 'none' } : { shape: 'text', text: value };
  return { shape: 'value', value };
}

/** Treats a text opposite a conversation as the model's answer to it. */
export function answering(side: IoValue, other: IoValue): IoValue {
  if (side.shape !== 'text' || other.shape !== 'conversation') return side;
  const message = { role: 'assistant', parts: [{ kind: 'text' as const, text: side.text }] };
  return { shape: 'conversation', conversation: { messages: [message], rest: [] } };
}
