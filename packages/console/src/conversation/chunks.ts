import type { Message, ContentPart } from './model';

/**
 * Without the pieces of a stream, where its whole comes last, as the Agent Development Kit writes it: all of them would say the same
 * twice.
 */
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

/** Whether pieces, one behind the other, say what the whole begins with. To look for each in it would take the square of their length. */
function isBeginOf(pieces: readonly ContentPart[], whole: readonly ContentPart[]): boolean {
  const calls = new Set(whole.map(callId));
  return (
    (['text', 'reasoning'] as const).every((kind) => said(whole, kind).startsWith(said(pieces, kind))) &&
    pieces.every((part) => part.kind === 'text' || part.kind === 'reasoning' || isCallOf(calls, part))
  );
}

const said = (parts: readonly ContentPart[], kind: 'text' | 'reasoning'): string =>
  parts.map((part) => (part.kind === kind ? (part.text ?? '') : '')).join('');

const callId = (part: ContentPart): string | undefined => (part.kind === 'call' ? part.id : undefined);

function isCallOf(ids: ReadonlySet<string | undefined>, part: ContentPart): boolean {
  const id = callId(part);
  return id !== undefined && ids.has(id);
}
