import type { ListedTrace } from '../api/types';
import type { Filter } from '../url/filters';
import { DEFAULT_LIST, type TracesAddress } from '../url/list-address';
import type { SessionsAddress } from '../url/sessions-address';
import { filtersOf } from './find-sessions';

const IN_SESSION: Filter = { name: 'sessionId', operator: 'present', value: '' };

/** Returns the search in the traces of all sessions. */
export const turnsFound = (address: SessionsAddress): TracesAddress => ({
  ...{ ...DEFAULT_LIST, range: address.range, search: address.search },
  filters: [IN_SESSION, ...filtersOf(address)],
});

/** Session with a text, and its turns that have the text, the newest first. */
export interface FoundSession {
  readonly id: string;
  readonly turns: readonly [ListedTrace, ...ListedTrace[]];
}

/** Groups found traces by their sessions, in the order of the newest of each. */
export function sessionsOf(traces: readonly ListedTrace[]): readonly FoundSession[] {
  const sessions = new Map<string, [ListedTrace, ...ListedTrace[]]>();
  for (const trace of traces) {
    if (trace.sessionId === null) continue;
    const turns = sessions.get(trace.sessionId);
    if (turns === undefined) sessions.set(trace.sessionId, [trace]);
    else turns.push(trace);
  }
  return [...sessions].map(([id, turns]) => ({ id, turns }));
}
