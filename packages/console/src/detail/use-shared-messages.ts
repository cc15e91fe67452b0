import { useQuery } from '@tanstack/react-query';
import { readText } from '../api/client';
import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { isArray, isObject, readExact } from '../json/exact-value';
import { callsBefore, sharedMessages } from './shared-messages';

/** What a model was told before, and is told again. */
export interface Earlier {
  /** How many messages at the begin are those of the call before. */
  readonly shared: number;
  /** The call that had them: its id, and which of its loop it is, counted from 1. */
  readonly id: string;
  readonly step: number;
}

/** How many calls before are compared, and how much of them is read: with several agents in one the last is not always the one. */
const MOST_CALLS = 3;
const MOST_BYTES = 2_000_000;

/** Which messages of a model call are new since the call before it in its loop. */
export function useEarlier(
  observation: CoreObservation,
  observations: readonly CoreObservation[],
  messages: readonly Message[] | undefined,
): Earlier | undefined {
  const before = messages === undefined || messages.length < 2 ? [] : callsBefore(observations, observation.id);
  const compared = affordable(before);
  const ids = compared.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['inputs', observation.traceId, ids],
    queryFn: ({ signal }) => readInputs(observation.traceId, ids, signal),
    enabled: ids.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  });
  if (data === undefined || messages === undefined) return undefined;
  let best: Earlier | undefined;
  for (const [n, { id }] of before.entries()) {
    const inputs = data.get(id);
    const shared = inputs === undefined ? 0 : sharedMessages(inputs, messages);
    // What is all the same says nothing of what is new; what is only the instructions is no loop.
    const isLoop = shared < messages.length && messages.slice(0, shared).some(({ role }) => role !== 'system');
    if (isLoop && shared >= (best?.shared ?? 1)) best = { shared, id, step: n + 1 };
  }
  return best;
}

function affordable(before: readonly CoreObservation[]): readonly CoreObservation[] {
  let bytes = 0;
  return before.slice(-MOST_CALLS).filter(({ sizes }) => {
    bytes += sizes.input + sizes.output + sizes.metadata;
    return sizes.input > 0 && bytes <= MOST_BYTES;
  });
}

async function readInputs(traceId: string, ids: readonly string[], signal: AbortSignal) {
  const text = await readText('/api/public/observations', { query: { ids, traceId }, signal });
  const answer = readExact(text);
  const found = new Map<string, readonly Message[]>();
  const data = isObject(answer) ? answer['data'] : undefined;
  for (const each of isArray(data) ? data : []) {
    if (!isObject(each) || typeof each['id'] !== 'string') continue;
    const conversation = readConversation(each['input'], 'user');
    if (conversation !== undefined) found.set(each['id'], conversation.messages);
  }
  return found;
}
