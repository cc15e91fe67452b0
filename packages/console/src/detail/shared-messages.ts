import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';
import { Digits } from '../json/exact-value';

/** What is needed to know which model calls are of one loop. */
export type Called = Pick<CoreObservation, 'id' | 'parentObservationId' | 'type' | 'startTime' | 'endTime' | 'sizes'>;

/**
 * The model calls before this one in its loop: those with the same agent around them, or with none, that had ended before it began. The
 * first is the first.
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
 * Of each observation of a trace the nearest agent around it, else what is around all. What is found is kept: each is passed once, however
 * deep the others lie below it.
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
      // What is around itself ends here.
      known.set(id, id);
    }
    loop ??= passed.at(-1);
    if (loop !== undefined) for (const id of passed) known.set(id, loop);
    return loop;
  };
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
