import type { Message, Part, Result } from './model';

/** What came of calls: results by the ids of their calls, where both are among these messages. */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<string, Result> {
  const called = new Set<string>();
  const results = new Map<string, Result>();
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.kind === 'call' && part.id !== undefined) called.add(part.id);
      if (part.kind === 'result' && part.id !== undefined && called.has(part.id) && !results.has(part.id)) {
        results.set(part.id, part);
      }
    }
  }
  return results;
}

/** Messages without the results that are shown with their calls. */
export function withoutResults(messages: readonly Message[], results: ReadonlyMap<string, Result>): readonly Message[] {
  const isElsewhere = (part: Part): boolean =>
    part.kind === 'result' && part.id !== undefined && results.get(part.id) === part;
  return messages.flatMap((message) => {
    const parts = message.parts.filter((part) => !isElsewhere(part));
    if (parts.length === message.parts.length) return [message];
    return parts.length === 0 ? [] : [{ ...message, parts }];
  });
}
