import {
  type Micros,
  type Stamp,
  type TraceFields,
  type TraceRecord,
  TRACE_FIELDS,
  eventTagStamp,
  isOpenRoot,
  tagStamp,
  wholeFieldsOf,
} from '@sluice/record';
import { type MetadataUpdate, metadataOfTrace } from './growing-metadata';
import { callScopeOf, joinScopes } from './repeated-calls';
import { FieldMerge, NO_STAMPS, type StampedFields, stampOf } from './stamped-fields';

/** All updates of a trace itself, merged, without its observations. */
export interface TraceState extends StampedFields<TraceFields> {
  /** Stamp of the first occurrence, by tag. */
  readonly tags: ReadonlyMap<string, Stamp>;
  /** Join of the scopes of its observations: whether one observation may decide where another counts. */
  readonly callScope: string | undefined;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
}

/** Values of a trace that may be those of an observation. */
export const IO_SIDES = ['input', 'output'] as const;
export type IoSide = (typeof IO_SIDES)[number];

/** Returns whether the value of a side is left to the model calls of the trace: its root has none (contract: Trace fields). */
export const isLeftToCalls = (state: Pick<TraceState, 'fields' | 'stamp' | 'stamps'>, side: IoSide): boolean =>
  state.fields[side] !== undefined && isOpenRoot(stampOf(state, side));

/** Fields that are replaced as a whole. */
const WHOLE_FIELDS = wholeFieldsOf(TRACE_FIELDS);

/** Returns the state of a trace in one record. */
export function traceOf(record: TraceRecord): TraceState {
  const { updates, receivedAt } = record;
  const tags = tagsOf(record);
  const callScope = callScopeIn(record);
  const stated = (fields: TraceFields, stamp: Stamp, metadata: readonly MetadataUpdate[] = []): TraceState => {
    return {
      fields,
      stamp,
      stamps: NO_STAMPS,
      updates: metadata,
      tags,
      callScope,
      createdAt: receivedAt,
      updatedAt: receivedAt,
    };
  };
  const metadata = metadataOfTrace(record);
  const [first, second] = updates;
  // Most records have one update, which needs no merge.
  if (first !== undefined && second === undefined && metadata.length === 0 && !isEmpty(first.fields)) {
    return stated(first.fields, first.stamp);
  }
  const state = updates.reduce<TraceState>(
    (merged, { fields, stamp }) => mergeTraces(merged, stated(fields, stamp)),
    stated({}, ''),
  );
  return metadata.length === 0 ? state : mergeTraces(state, stated({}, '', metadata));
}

const isEmpty = (fields: TraceFields): boolean => Object.keys(fields).length === 0;

export const NO_TAGS: ReadonlyMap<string, Stamp> = new Map();

function tagsOf({ tags, receivedAt, recordId, stamps }: TraceRecord): ReadonlyMap<string, Stamp> {
  if (tags.length === 0) return NO_TAGS;
  const stampAt = (index: number): Stamp =>
    stamps === undefined ? tagStamp(receivedAt, recordId, index) : eventTagStamp(stamps.stamp, index);
  return new Map(tags.map((tag, index) => [tag, stampAt(index)]));
}

function callScopeIn({ observations }: TraceRecord): string | undefined {
  let joined: string | undefined;
  for (const each of observations) if (each.scope !== undefined) joined = joinScopes(joined, callScopeOf(each));
  return joined;
}

/**
 * Merges two states of one trace, in any order.
 * @param a may be the stored state, whose single records are unknown
 */
export function mergeTraces(a: TraceState, b: TraceState): TraceState {
  if (addsNothing(a, b)) return a;
  const merge = new FieldMerge(a, b);
  const metadata = merge.pickMetadata(a.fields.metadata);
  const whole = merge.pickMembers<TraceFields>('', WHOLE_FIELDS, a.fields, b.fields);
  const tags = mergeTags(a.tags, b.tags);
  const updatedAt = merge.updatedAt(a.updatedAt, b.updatedAt);
  return {
    ...merge.result<TraceFields>({ ...whole, ...(metadata === undefined ? {} : { metadata }) }),
    tags,
    callScope: joinScopes(a.callScope, b.callScope),
    createdAt: Math.min(a.createdAt, b.createdAt),
    updatedAt: tags.size > a.tags.size ? Math.max(updatedAt, b.updatedAt) : updatedAt,
  };
}

/** Returns whether `a` has a newer value for each of `b`, as an open trace has where a later step arrives: a merge would make `a` again. */
function addsNothing(a: TraceState, b: TraceState): boolean {
  if (b.updates.length > 0 || b.fields.metadata !== undefined || b.tags.size > 0 || b.createdAt < a.createdAt)
    return false;
  if (joinScopes(a.callScope, b.callScope) !== a.callScope) return false;
  for (const name of WHOLE_FIELDS) {
    if (b.fields[name] === undefined) continue;
    if (a.fields[name] === undefined || stampOf(a, name) <= stampOf(b, name)) return false;
  }
  return true;
}

/** Returns the union, in the order of first occurrence (contract: Updates). */
function mergeTags(a: ReadonlyMap<string, Stamp>, b: ReadonlyMap<string, Stamp>): ReadonlyMap<string, Stamp> {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const union = new Map(a);
  for (const [tag, stamp] of b) {
    const known = union.get(tag);
    if (known === undefined || stamp < known) union.set(tag, stamp);
  }
  return new Map([...union].sort(([, x], [, y]) => (x < y ? -1 : 1)));
}
