import type { Conversation } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { type Exact, readExact } from '../json/exact-value';

/** An input or an output, as it is best read. */
export type IoValue =
  | { readonly shape: 'none' }
  | { readonly shape: 'conversation'; readonly conversation: Conversation }
  | { readonly shape: 'text'; readonly text: string }
  | { readonly shape: 'value'; readonly value: Exact }
  /** Too long to be looked through while somebody waits; it is there as JSON. */
  | { readonly shape: 'large'; readonly characters: number };

/** Characters, and values in them, that are looked through. A picture of 10 MB is inside. */
const LONGEST = 16_000_000;
const MOST_VALUES = 150_000;

/**
 * @param text its JSON, undefined where there is none
 * @param role of what does not say whose it is
 */
export function ioValueOf(text: string | undefined, role: 'user' | 'assistant' | 'tool'): IoValue {
  if (text === undefined) return { shape: 'none' };
  const value = text.length > LONGEST ? undefined : readExact(text, MOST_VALUES);
  if (value === undefined) return { shape: 'large', characters: text.length };
  const conversation = readConversation(value, role);
  if (conversation !== undefined) return { shape: 'conversation', conversation };
  if (typeof value === 'string') return value === '' ? { shape: 'none' } : { shape: 'text', text: value };
  return { shape: 'value', value };
}

/** A text beside a conversation is what the other one said. */
export function answering(side: IoValue, other: IoValue): IoValue {
  if (side.shape !== 'text' || other.shape !== 'conversation') return side;
  const message = { role: 'assistant', parts: [{ kind: 'text' as const, text: side.text }] };
  return { shape: 'conversation', conversation: { messages: [message], rest: [] } };
}
