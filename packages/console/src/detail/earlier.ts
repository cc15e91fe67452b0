import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';
import { Digits } from '../json/exact';

/** What is needed to know which model calls are of one loop. */
export type Called = Pick<CoreObservation, 'id' | 'parentObservationId' | 'type' | 'startTime' | 'endTime' | 'sizes'>;

/** A tree that is deeper has no loop that anybody looks for. */
const DEEPEST = 1_000;

/**
 * The model calls before this one in its loop: those with the same agent around them, or with none, that had ended before it began. The
 * first is the first.
 */
export function callsBefore<Call extends Called>(observations: readonly Call[], id: string): readonly Call[] {
  const byId = new Map(observations.map((each) => [each.id, each]));
  const now = byId.get(id);
  if (now?.type !== 'GENERATION') return [];
  const loop = loopOf(now, byId);
  const start = Date.parse(now.startTime);
  return observations
    .filter((each) => each.type === 'GENERATION' && each.id !== id && Date.parse(each.startTime) <= start)
    .filter((each) => each.endTime !== null && Date.parse(each.endTime) <= start && loopOf(each, byId) === loop)
    .sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
}

/** The nearest agent around a call; else what is around all. */
export function loopOf<Call extends Called>(call: Call, byId: ReadonlyMap<string, Call>): string | undefined {
  let around: Call | undefined = call;
  let last: string | undefined;
  for (let depth = 0; depth < DEEPEST && around !== undefined; depth += 1) {
    const parentId: string | null = around.parentObservationId;
    around = parentId === null ? undefined : byId.get(parentId);
    if (around !== undefined) last = around.id;
    if (around?.type === 'AGENT') return around.id;
  }
  return last;
}

/** How many messages at the begin of both are the same: what a model was told before, and is told again. */
export function sharedMessages(before: readonly Message[], now: readonly Message[]): number {
  let shared = 0;
  while (shared < before.length && shared < now.length && isSame(before[shared], now[shared])) shared += 1;
  return shared;
}

function isSame(a: Message | undefined, b: Message | undefined): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b);
}

/** Why a model stopped is told of an answer and not when the answer is sent back. */
function keyOf({ role, parts }: Message): string {
  try {
    return JSON.stringify([role, parts], (_, value: unknown) => (value instanceof Digits ? value.source : value));
  } catch {
    // Too deep to be written: then it is like no other.
    return String(Math.random());
  }
}
