import type { Message, ContentPart } from './model';

/** Removes the chunks of a stream if the last message repeats them as a whole, which the Agent Development Kit does. */
export function withoutChunks(messages: readonly Message[]): readonly Message[] {
  const whole = messages.at(-1);
  const pieces = messages.slice(0, -1);
  if (whole?.finish === undefined || pieces.length === 0) return messages;
  const isOfOneTurn = pieces.every(({ role, finish }) => role === whole.role && finish === undefined);
  return isOfOneTurn &&
    isBeginOf(
      pieces.flatMap(({ parts }) => parts),
      whole.parts,
    )
    ? [whole]
    : messages;
}

/** Returns whether the concatenated chunks are the start of the whole. A search for each chunk would be quadratic. */
function isBeginOf(pieces: readonly ContentPart[], whole: readonly ContentPart[]): boolean {
  const calls = new Set(whole.map(callId));
  return (
    (['text', 'reasoning'] as const).every((kind) => joinedText(whole, kind).startsWith(joinedText(pieces, kind))) &&
    pieces.every((part) => part.kind === 'text' || part.kind === 'reasoning' || isCallOf(calls, part))
  );
}

const joinedText = (parts: readonly ContentPart[], kind: 'text' | 'reasoning'): string =>
  parts.map((part) => (part.kind === kind ? (part.text ?? '') : '')).join('');

const callId = (part: ContentPart): string | undefined => (part.kind === 'call' ? part.id : undefined);

function isCallOf(ids: ReadonlySet<string | undefined>, part: ContentPart): boolean {
  const id = callId(part);
  return id !== undefined && ids.has(id);
}
