import type { Call, Message, ContentPart, Result } from './model';

/**
 * Matches results to calls among these messages: by the ids of calls; without ids (Gemini), the first call of the name without a result.
 */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<Call, Result> {
  const waiting = new Map<string, Call[]>();
  const results = new Map<Call, Result>();
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.kind === 'call') {
        const known = waiting.get(keyOf(part));
        // The first of several calls with the same id has the result.
        if (known === undefined) waiting.set(keyOf(part), [part]);
        else if (part.id === undefined) known.push(part);
      }
      const call = part.kind === 'result' ? waiting.get(keyOf(part))?.shift() : undefined;
      if (part.kind === 'result' && call !== undefined) results.set(call, part);
    }
  }
  return results;
}

const keyOf = ({ id, name = '' }: Call | Result): string => (id === undefined ? `name ${name}` : `id ${id}`);

/** Returns the messages without the results that are shown with their calls. */
export function withoutResults(messages: readonly Message[], results: ReadonlyMap<Call, Result>): readonly Message[] {
  const elsewhere = new Set<ContentPart>(results.values());
  return messages.flatMap((message) => {
    const parts = message.parts.filter((part) => !elsewhere.has(part));
    if (parts.length === message.parts.length) return [message];
    return parts.length === 0 ? [] : [{ ...message, parts }];
  });
}
