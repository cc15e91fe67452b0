import { NIL_UUID, parseObservationId, parseTraceId } from '@sluice/record';
import { checkOf } from './check-body';
import { DecodeError } from './decode-error';
import { rawBody, isObject, JsonList, type Unchecked } from './json-body';
import type { Limits } from './limits';
import type { JsonTexts, NativeBatch, NativeObservation, NativeTrace, NativeUsage } from './native';
import { observationFields, present, traceFields } from './native-fields';
import { NativeMembers } from './native-members';
import { batchTexts, itemTexts } from './native-texts';
import type { Sent } from './schemas/body-schema';
import { BATCH, OBSERVATION, type ObservationMember, type TraceMember, USAGE_NOT_COUNTS } from './schemas/native-batch';

type SentTrace = Sent<TraceMember>;
type SentObservation = Sent<ObservationMember>;

/** A body of `POST /v1/l/batch` whose members have the types of the contract. */
interface SentBatch extends Unchecked {
  readonly trace: SentTrace;
  readonly observations?: readonly SentObservation[] | null;
}

const checkBatch = checkOf(BATCH) as (body: unknown) => SentBatch;
/** Check of one observation, of a list that is read element by element. */
const checkObservation = checkOf(OBSERVATION);

/** The cost members of `usage` and the names that `costDetails` has for them. */
const USAGE_COSTS = [
  ['inputCost', 'input'],
  ['outputCost', 'output'],
  ['totalCost', 'total'],
] as const;

/** Bytes of a body whose observations are decoded together: few enough that a portion is small beside its body. */
const PORTION_BYTES = 1024 * 1024;

const NO_TEXTS: JsonTexts = new Map();

/** Bytes counted for an observation in addition to its text: even an empty observation needs memory. */
const OBSERVATION_BYTES = 2048;

/**
 * Reads a body of `POST /v1/l/batch` (spec 4.1; contract: Native batch) in portions: of a large one the first portion has
 * the trace, the others only its id, and each the observations that come next. The batch is accepted as a whole: who
 * stores a portion has read all of them.
 * @throws DecodeError naming the path of the first member that is wrong and what is accepted; nothing else. What is
 *   wrong may be found after the first portions.
 */
export function* nativePortions(body: Buffer, limits: Limits): Generator<NativeBatch, void> {
  const { value, text, lists } = rawBody(body, limits).open('the body', 'observations');
  const list = lists.get('observations') ?? (isObject(value) ? value.observations : undefined);
  if ((list instanceof JsonList || Array.isArray(list)) && list.length > limits.items) {
    throw new DecodeError('too-large', `observations must not have more than ${limits.items} entries`);
  }
  const batch = checkBatch(value);
  const texts = batchTexts(text);
  const trace = readTrace(batch.trace, new NativeMembers(batch.trace, texts.trace, 'trace', limits, body.length));
  const read = (raw: SentObservation, own: JsonTexts, path: string): NativeObservation =>
    readObservation(raw, new NativeMembers(raw, own, path, limits, body.length), trace.id);
  if (!(list instanceof JsonList)) {
    const observations = (batch.observations ?? []).map((raw, index) =>
      read(raw, texts.observations[index] ?? NO_TEXTS, `observations[${index}]`),
    );
    yield { trace, observations };
    return;
  }
  let portion: NativeBatch & { readonly observations: NativeObservation[] } = { trace, observations: [] };
  let bytes = 0;
  let index = 0;
  for (const element of list) {
    // Before there is another observation, so that no portion is empty: it would become a record of nothing.
    if (bytes >= PORTION_BYTES) {
      yield portion;
      portion = { trace: { id: trace.id }, observations: [] };
      bytes = 0;
    }
    const path = `observations[${index++}]`;
    const opened = element.open(path);
    portion.observations.push(read(checkObservation(opened.value, path), itemTexts(opened.text), path));
    bytes += element.bytes + OBSERVATION_BYTES;
  }
  yield portion;
}

/** Decodes a native batch as a whole; see `nativePortions`. */
export function decodeNativeBatch(body: Buffer, limits: Limits): NativeBatch {
  const [first, ...more] = nativePortions(body, limits);
  if (first === undefined) throw new Error('a batch has a first portion');
  return { trace: first.trace, observations: [first, ...more].flatMap(({ observations }) => observations) };
}

function readTrace(raw: SentTrace, members: NativeMembers<TraceMember>): NativeTrace {
  const id = parseTraceId(raw.id as string);
  if (id === undefined) throw members.invalid('id', 'must be a UUID or 32 hex digits');
  return present<NativeTrace>({ id, sentId: undefined, ...traceFields(members), metadata: members.object('metadata') });
}

function readObservation(
  raw: SentObservation,
  members: NativeMembers<ObservationMember>,
  traceId: string,
): NativeObservation {
  const id = parseObservationId(raw.id as string);
  if (id === undefined) throw members.invalid('id', 'must be a UUID, 32 or 16 hex digits');
  if (typeof raw.traceId === 'string' && parseTraceId(raw.traceId) !== traceId) {
    throw members.invalid('traceId', 'must be the id of the trace, or absent');
  }
  return present<NativeObservation>({
    id,
    sentId: undefined,
    sentParentId: undefined,
    parentObservationId: parentOf(raw.parentObservationId, id, members),
    ...observationFields(members),
    metadata: members.object('metadata'),
    promptTokens: members.count('promptTokens'),
    completionTokens: members.count('completionTokens'),
    totalTokens: members.count('totalTokens'),
    usageDetails: usageOf(raw),
    costDetails: costOf(raw),
  });
}

/** null, '' and zeros are values: they make top-level, also in an update. So does an observation that names itself. */
function parentOf(
  parent: unknown,
  ownId: string,
  members: NativeMembers<ObservationMember>,
): string | null | undefined {
  if (parent === undefined) return undefined;
  if (parent === null || parent === '') return null;
  const id = parseObservationId(parent as string);
  if (id === undefined) throw members.invalid('parentObservationId', 'must be a UUID, 32 or 16 hex digits, or null');
  return id === ownId || id === NIL_UUID ? null : id;
}

/** `usage` and `usageDetails` as one; of a name in both, the latter's count stays. */
function usageOf(raw: SentObservation): NativeUsage | undefined {
  if ((raw.usage ?? raw.usageDetails ?? undefined) === undefined) return undefined;
  const entries = [...entriesOf(raw.usage, USAGE_NOT_COUNTS), ...entriesOf(raw.usageDetails)];
  return record(entries, (value) => (isObject(value) ? (numbers(Object.entries(value)) ?? {}) : Number(value)));
}

/** The cost members of `usage` and `costDetails` as one; of a name in both, the latter's cost stays. */
function costOf(raw: SentObservation): Readonly<Record<string, number>> | undefined {
  if ((raw.usage ?? raw.costDetails ?? undefined) === undefined) return undefined;
  const usage = (raw.usage ?? {}) as Unchecked;
  const costs = USAGE_COSTS.map(([member, name]) => [name, usage[member]] as const);
  return numbers([...costs, ...entriesOf(raw.costDetails)]);
}

type Entries = readonly (readonly [string, unknown])[];

function entriesOf(source: unknown, except: object = {}): Entries {
  return Object.entries((source ?? {}) as Unchecked).filter(([name]) => !Object.hasOwn(except, name));
}

const numbers = (entries: Entries): Readonly<Record<string, number>> | undefined => record(entries, Number);

/** Without a prototype, so that any name is safe; undefined without a value. */
function record<T>(entries: Entries, read: (value: unknown) => T): Readonly<Record<string, T>> | undefined {
  const sent = entries.filter(([, value]) => value !== undefined && value !== null);
  if (sent.length === 0) return undefined;
  const result = Object.create(null) as Record<string, T>;
  for (const [name, value] of sent) result[name] = read(value);
  return result;
}
