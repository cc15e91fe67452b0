import { receiveStamp, spanStamp } from '@sluice/record';
import type { JsonText, Micros, SpanRank, TraceFields, TraceStatement } from '@sluice/record';
import type { Draft } from './draft';

/** Which span states a field of its trace, and how: the stamp of a statement before it is written (contract: Trace fields). */
export interface Claim {
  readonly rank: SpanRank | 'explicit';
  /** When the span started; of no account where it is explicit. */
  readonly start: Micros;
  readonly observationId: string;
}

/** Whether a claim is of the true root, or of a span marked as root. */
export const isOfRoot = ({ rank }: Claim): boolean => rank === 2 || rank === 1;

/** The claim of every product attribute of the trace: the later one in array order replaces. */
export const EXPLICIT: Claim = { rank: 'explicit', start: 0, observationId: '' };

const ORDER = { 0: 0, openRoot: 1, root: 2, 1: 3, 2: 4, explicit: 5 } as const satisfies Record<Claim['rank'], number>;

/** Fields that are replaced as a whole. */
export type PlainFields = Omit<TraceFields, 'metadata'>;

/** The fields of one trace in one request, of each the value with the highest claim so far. */
export interface MergedTraceFields {
  readonly held: Map<keyof PlainFields, { readonly claim: Claim; readonly value: unknown }>;
  /** By member. */
  readonly metadata: Map<string, { readonly claim: Claim; readonly value: JsonText }>;
}

export function noTraceFields(): MergedTraceFields {
  return { held: new Map(), metadata: new Map() };
}

/** Sets a field of the trace, where the claim beats that of the value it has. */
export function setField<K extends keyof PlainFields>(
  fold: MergedTraceFields,
  claim: Claim,
  key: K,
  value: PlainFields[K] | undefined,
): void {
  if (value === undefined) return;
  hold(fold.held, claim, key, value);
}

/** Sets members of the metadata of the trace, where the claim beats those of the values they have. */
export function setMetadata(fold: MergedTraceFields, claim: Claim, metadata: ReadonlyMap<string, JsonText>): void {
  for (const [key, text] of metadata) hold(fold.metadata, claim, key, text);
}

function hold<K, V>(held: Map<K, { readonly claim: Claim; readonly value: V }>, claim: Claim, key: K, value: V): void {
  const earlier = held.get(key);
  if (earlier === undefined || beats(claim, earlier.claim)) held.set(key, { claim, value });
}

/** As the stamps compare, which `spanStamp` and `receiveStamp` write: cheaper than to write one for every span. */
function beats(claim: Claim, held: Claim): boolean {
  if (claim.rank !== held.rank) return ORDER[claim.rank] > ORDER[held.rank];
  if (claim.start !== held.start) return claim.start < held.start;
  return claim.observationId <= held.observationId;
}

/** The fields of one statement while it is made. */
type Stated = Draft<PlainFields> & { metadata?: Map<string, JsonText> };

/** The fewest statements for all fields: those of one claim share a stamp. Highest stamp first. */
export function toStatements(fold: MergedTraceFields, receivedAt: Micros, recordId: string): readonly TraceStatement[] {
  const byClaim = new Map<Claim, Stated>();
  const fieldsOf = (claim: Claim): Stated => {
    let fields = byClaim.get(claim);
    if (fields === undefined) byClaim.set(claim, (fields = {}));
    return fields;
  };
  for (const [key, { claim, value }] of fold.held) (fieldsOf(claim) as Record<string, unknown>)[key] = value;
  for (const [key, { claim, value }] of fold.metadata) {
    const fields = fieldsOf(claim);
    (fields.metadata ??= new Map<string, JsonText>()).set(key, value);
  }
  const statements = Array.from(byClaim, ([{ rank, start, observationId }, fields]) => ({
    stamp:
      rank === 'explicit'
        ? receiveStamp(receivedAt, recordId)
        : spanStamp(rank, start, observationId, receivedAt, recordId),
    fields,
  }));
  return statements.sort((a, b) => (a.stamp < b.stamp ? 1 : -1));
}
