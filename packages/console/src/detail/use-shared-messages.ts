import { useQuery } from '@tanstack/react-query';
import { readText } from '../api/client';
import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';
import { readConversation } from '../conversation/read';
import { isArray, isObject, readExact } from '../json/exact-value';
import { callsBefore, sharedMessages } from './shared-messages';

/** Messages that the model receives again. */
export interface Earlier {
  /** Number of leading messages that equal those of the earlier call. */
  readonly shared: number;
  /** Id of the earlier call, and its number in the loop, from 1. */
  readonly id: string;
  readonly step: number;
}

/**
 * Most earlier calls that are compared, and most bytes that are read of them: with several agents in one loop the last call may be another
 * agent's.
 */
const MAX_CALLS = 3;
const MAX_BYTES = 2_000_000;

/** Finds the earlier call of the loop that shares most messages with this call. */
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
    // If all messages are equal, none is new; if only the instructions are equal, it is no loop.
    const isLoop = shared < messages.length && messages.slice(0, shared).some(({ role }) => role !== 'system');
    if (isLoop && shared >= (best?.shared ?? 1)) best = { shared, id, step: n + 1 };
  }
  return best;
}

function affordable(before: readonly CoreObservation[]): readonly CoreObservation[] {
  let bytes = 0;
  return before.slice(-MAX_CALLS).filter(({ sizes }) => {
    bytes += sizes.input + sizes.output + sizes.metadata;
    return sizes.input > 0 && bytes <= MAX_BYTES;
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
