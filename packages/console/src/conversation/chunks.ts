import type { Message, Part } from './model';

/**
 * Without the pieces of a stream, where its whole comes last, as the Agent Development Kit writes it: all of them would say the same
 * twice.
 */
export function withoutChunks(messages: readonly Message[]): readonly Message[] {
  const whole = messages.at(-1);
  const pieces = messages.slice(0, -1);
  if (whole?.finish === undefined || pieces.length === 0) return messages;
  const isRepeated = pieces.every(
    ({ role, finish, parts }) =>
      role === whole.role && finish === undefined && parts.every((part) => whole.parts.some((each) => has(each, part))),
  );
  return isRepeated ? [whole] : messages;
}

function has(whole: Part, piece: Part): boolean {
  if (whole.kind === 'text' && piece.kind === 'text') return whole.text.includes(piece.text);
  if (whole.kind === 'reasoning' && piece.kind === 'reasoning') return (whole.text ?? '').includes(piece.text ?? '');
  return whole.kind === 'call' && piece.kind === 'call' && whole.id !== undefined && whole.id === piece.id;
}
