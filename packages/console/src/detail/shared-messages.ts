import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';
import { Digits } from '../json/exact-value';

/** Fields that decide which model calls belong to one loop. */
export type Called = Pick<CoreObservation, 'id' | 'parentObservationId' | 'type' | 'startTime' | 'endTime' | 'sizes'>;

/**
 * Returns the earlier model calls of the same loop, the first call first: calls with the same nearest agent (or none) that ended before
 * this call started.
 */
export function callsBefore<Call extends Called>(observations: readonly Call[], id: string): readonly Call[] {
  const byId = new Map(observations.map((each) => [each.id, each]));
  const now = byId.get(id);
  if (now?.type !== 'GENERATION') return [];
  const loopOf = loopsOf(byId);
  const loop = loopOf(now);
  const start = Date.parse(now.startTime);
  return observations
    .filter((each) => each.type === 'GENERATION' && each.id !== id && Date.parse(each.startTime) <= start)
    .filter((each) => each.endTime !== null && Date.parse(each.endTime) <= start && loopOf(each) === loop)
    .sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
}

/**
 * Returns a function from an observation to its loop: its nearest agent ancestor, otherwise its root. Results are cached, so each
 * observation is visited once at any depth.
 */
export function loopsOf<Call extends Called>(byId: ReadonlyMap<string, Call>): (call: Call) => string | undefined {
  const known = new Map<string, string>();
  const above = ({ parentObservationId: id }: Call): Call | undefined => (id === null ? undefined : byId.get(id));
  return (call) => {
    const passed: string[] = [];
    let loop: string | undefined;
    for (let around = above(call); around !== undefined && loop === undefined; around = above(around)) {
      const { id, type } = around;
      loop = type === 'AGENT' ? id : known.get(id);
      if (loop !== undefined) break;
      passed.push(id);
      // A cycle of parents ends here.
      known.set(id, id);
    }
    loop ??= passed.at(-1);
    if (loop !== undefined) for (const id of passed) known.set(id, loop);
    return loop;
  };
}

/** Counts the equal messages at the start of both lists: those that the model receives again. */
export function sharedMessages(before: readonly Message[], now: readonly Message[]): number {
  let shared = 0;
  while (shared < before.length && shared < now.length && isSame(before[shared], now[shared])) shared += 1;
  return shared;
}

function isSame(a: Message | undefined, b: Message | undefined): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b);
}

/** Builds a comparison key. The finish reason is excluded, because it is absent when an answer is sent back. */
function keyOf({ role, parts }: Message): string {
  try {
    return JSON.stringify([role, parts], (_, value: unknown) => (value instanceof Digits ? value.source : value));
  } catch {
    // A message too deep for JSON equals no other.
    return String(Math.random());
  }
}
