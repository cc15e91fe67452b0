import { receiveStamp, spanStamp } from '@sluice/record';
import type { JsonText, Micros, SpanRank, TraceFields, TraceUpdate } from '@sluice/record';
import type { Draft } from './draft';

/** Claim of a span on a field of its trace: the stamp of a trace update before it is written (contract: Trace fields). */
export interface Claim {
  readonly rank: SpanRank | 'explicit';
  /** Start of the span; unused for the rank `explicit`. */
  readonly start: Micros;
  readonly observationId: string;
}

/** Whether a claim belongs to the true root, or to a span marked as root. */
export const isOfRoot = ({ rank }: Claim): boolean => rank === 2 || rank === 1;

/** Claim of every product attribute of the trace: of two, the later one in array order replaces. */
export const EXPLICIT: Claim = { rank: 'explicit', start: 0, observationId: '' };

const ORDER = { 0: 0, openRoot: 1, root: 2, 1: 3, 2: 4, explicit: 5 } as const satisfies Record<Claim['rank'], number>;

/** Fields that are replaced as a whole. */
export type PlainFields = Omit<TraceFields, 'metadata'>;

/** Fields of one trace in one request, each with the value of the highest claim so far. */
export interface MergedTraceFields {
  readonly held: Map<keyof PlainFields, { readonly claim: Claim; readonly value: unknown }>;
  /** Values by member name; made by `setMetadata`, since most traces have none. */
  metadata: Map<string, { readonly claim: Claim; readonly value: JsonText }> | undefined;
}

export function noTraceFields(): MergedTraceFields {
  return { held: new Map(), metadata: undefined };
}

/** Sets a field of the trace if the claim beats that of its current value. */
export function setField<K extends keyof PlainFields>(
  merged: MergedTraceFields,
  claim: Claim,
  key: K,
  value: PlainFields[K] | undefined,
): void {
  if (value === undefined) return;
  hold(merged.held, claim, key, value);
}

/** Sets members of the trace's metadata, each if the claim beats that of its current value. */
export function setMetadata(merged: MergedTraceFields, claim: Claim, metadata: ReadonlyMap<string, JsonText>): void {
  if (metadata.size === 0) return;
  const held = (merged.metadata ??= new Map<string, { readonly claim: Claim; readonly value: JsonText }>());
  for (const [key, text] of metadata) hold(held, claim, key, text);
}

function hold<K, V>(held: Map<K, { readonly claim: Claim; readonly value: V }>, claim: Claim, key: K, value: V): void {
  const earlier = held.get(key);
  if (earlier === undefined || beats(claim, earlier.claim)) held.set(key, { claim, value });
}

/** Compares as the stamps of `spanStamp` and `receiveStamp` do, without writing a stamp for every span. */
function beats(claim: Claim, held: Claim): boolean {
  if (claim.rank !== held.rank) return ORDER[claim.rank] > ORDER[held.rank];
  if (claim.start !== held.start) return claim.start < held.start;
  return claim.observationId <= held.observationId;
}

/** Fields of one trace update under construction. */
type Stated = Draft<PlainFields> & { metadata?: Map<string, JsonText> };

/** Writes the fewest trace updates for all fields: fields of one claim share a stamp. Highest stamp first. */
export function toTraceUpdates(
  merged: MergedTraceFields,
  receivedAt: Micros,
  recordId: string,
): readonly TraceUpdate[] {
  const byClaim = new Map<Claim, Stated>();
  const fieldsOf = (claim: Claim): Stated => {
    let fields = byClaim.get(claim);
    if (fields === undefined) byClaim.set(claim, (fields = {}));
    return fields;
  };
  for (const [key, { claim, value }] of merged.held) (fieldsOf(claim) as Record<string, unknown>)[key] = value;
  for (const [key, { claim, value }] of merged.metadata ?? []) {
    const fields = fieldsOf(claim);
    (fields.metadata ??= new Map<string, JsonText>()).set(key, value);
  }
  const updates = Array.from(byClaim, ([{ rank, start, observationId }, fields]) => ({
    stamp:
      rank === 'explicit'
        ? receiveStamp(receivedAt, recordId)
        : spanStamp(rank, start, observationId, receivedAt, recordId),
    fields,
  }));
  return updates.sort((a, b) => (a.stamp < b.stamp ? 1 : -1));
}
