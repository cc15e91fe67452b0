import { MODEL_CALLS, type Observation } from '@sluice/record';
import type { Tokens } from './derive';

/** Facts of an observation that the rule reads, as stored. */
export interface CallFacts {
  readonly id: string;
  /** Id of the parent; undefined or null: none, or an unknown one. */
  readonly parentId: string | null | undefined;
  /** Type as sent; undefined: SPAN. */
  readonly type: string | undefined;
  /** Decision from the observation alone. */
  readonly counted: boolean;
  /** Hash of the scope of its usage; undefined if the usage is native, of a product attribute, or absent. */
  readonly scope: string | undefined;
  /** Inclusive counts; undefined: no token count is known. */
  readonly tokens: Pick<Tokens, 'output' | 'total'> | undefined;
}

/** Limit of the observations of type SPAN without usage, such as HTTP and proxy spans, between two observations of one call. */
const MAX_SPANS_BETWEEN = 3;

/** Limit of the observations of a trace; in larger traces each observation counts by itself (contract: Limits). */
export const MAX_COMPARED_OBSERVATIONS = 5000;

/** Value of `call_scope` if more than one scope, or a wrapper, may decide what counts. */
export const SEVERAL = '*';

/** Joins two values of `call_scope`, in any order; a missing one adds nothing. */
export function joinScopes(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || b === undefined || a === b ? (a ?? b) : SEVERAL;
}

/** Value that one observation adds to the `call_scope` of its trace. */
export function callScopeOf({ scope, counted }: Pick<Observation, 'scope' | 'counted'>): string | undefined {
  return scope === undefined || counted ? scope : SEVERAL;
}

/**
 * Maps observations to the observation in which their usage counts, if other observations of their trace decide that (contract: What
 * counts). An observation maps to an ancestor that has the same model call, and then adds nothing. A wrapper of model calls that are not
 * sent maps to itself. All others count as decided from the observation alone. A pure function of the stored observations of one trace, in
 * any order; its time is linear in their number.
 * @param observations all of the trace
 */
export function countedElsewhere(observations: readonly CallFacts[]): ReadonlyMap<string, string> {
  const countedIn = new Map<string, string>();
  if (observations.length > MAX_COMPARED_OBSERVATIONS) return countedIn;
  const byId = new Map(observations.map((each) => [each.id, each]));
  const parentOf = ({ parentId }: CallFacts) => (typeof parentId === 'string' ? byId.get(parentId) : undefined);
  for (const call of observations) {
    const same = sameCallAbove(call, parentOf);
    if (same !== undefined) countedIn.set(call.id, same.id);
  }
  for (const id of inCircles(countedIn)) countedIn.delete(id);
  const wrappers = observations.filter(isLoneWrapper);
  const above = wrappers.length === 0 ? new Set() : aboveCalls(observations, parentOf);
  for (const { id } of wrappers) if (!above.has(id)) countedIn.set(id, id);
  return countedIn;
}

/** Returns whether an observation counts. @param countedIn value of the map of `countedElsewhere` */
export const isCounted = (id: string, counted: boolean, countedIn: string | undefined): boolean =>
  countedIn === undefined ? counted : countedIn === id;

type ParentOf = (observation: CallFacts) => CallFacts | undefined;

/** Returns the nearest ancestor that is no plain span, if it has the same call. */
function sameCallAbove(call: CallFacts, parentOf: ParentOf): CallFacts | undefined {
  if (call.scope === undefined || !isCall(call)) return undefined;
  let above = parentOf(call);
  for (let between = 0; above !== undefined && isPlainSpan(above) && between < MAX_SPANS_BETWEEN; between += 1) {
    above = parentOf(above);
  }
  return above !== undefined && isSameCall(call, above) ? above : undefined;
}

function isSameCall(call: CallFacts, above: CallFacts): boolean {
  if (above.scope === undefined || above.scope === call.scope || !isCall(above)) return false;
  return above.tokens?.output === call.tokens?.output || above.tokens?.total === call.tokens?.total;
}

/** Returns whether an observation is a model call with usage that counts by itself. */
const isCall = ({ type, counted, tokens }: CallFacts): boolean =>
  counted && tokens !== undefined && type !== undefined && MODEL_CALLS.has(type);

const isPlainSpan = ({ type, tokens }: CallFacts): boolean => (type ?? 'SPAN') === 'SPAN' && tokens === undefined;

const isLoneWrapper = ({ scope, counted, tokens }: CallFacts): boolean =>
  scope !== undefined && !counted && tokens !== undefined;

/** Returns the ids of all observations with a model call with usage below them. */
function aboveCalls(observations: readonly CallFacts[], parentOf: ParentOf): ReadonlySet<string> {
  const above = new Set<string>();
  for (const call of observations) {
    if (!isCall(call)) continue;
    for (let each = parentOf(call); each !== undefined && !above.has(each.id); each = parentOf(each))
      above.add(each.id);
  }
  return above;
}

/** Returns the ids that lead back to themselves because their parents form a circle: one of them has to count. */
function inCircles(next: ReadonlyMap<string, string>): string[] {
  const circles: string[] = [];
  /** Id of the walk that reached an id first. */
  const from = new Map<string, string>();
  for (const start of next.keys()) {
    let id: string | undefined = start;
    for (; id !== undefined && !from.has(id); id = next.get(id)) from.set(id, start);
    if (id === undefined || from.get(id) !== start) continue;
    const first = id;
    do {
      circles.push(id);
      id = next.get(id) ?? first;
    } while (id !== first);
  }
  return circles;
}
