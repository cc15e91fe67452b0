import { isLonger, ITEM_LIMITS, observationIdOfSpan } from '@sluice/record';
import type { JsonText, Micros, Observation, Usage } from '@sluice/record';
import type { Draft } from './draft';
import { put } from './draft';
import type { KnownInclusions } from './token-inclusion';
import type { SpanReader } from './span-reader';
import { OBSERVATION_FIELDS_READ } from './fields';
import type { Fields } from './fields';
import { redactedWithin } from './redact';
import { readMetadata } from './sent-metadata';
import { addRest } from './span-metadata';
import type { SharedText } from './span-metadata';
import type { SpanView } from './span-view';
import { EXPLICIT, isOfRoot, setField, setMetadata } from './merge-trace-fields';
import type { Claim, MergedTraceFields } from './merge-trace-fields';
import { mayCountElsewhere, inclusionsOfScope, scopeHash } from './scopes';
import { usageOfCounts, usageOfSpan } from './usage';

/** Result of one span: an observation, and the tags for its trace. */
export interface FromSpan {
  readonly observation: Observation;
  readonly tags: readonly string[];
}

/**
 * Converts one OTLP span into an observation (spec 4.8), and adds its trace fields to `trace`. Each stage reads what the stages before
 * left: first the fields of the observation and of the trace, then the metadata that the sender named, then the rest.
 * @param receivedAt replaces the start of a span without times in comparisons of spans
 */
export function fromOtlpSpan(
  view: SpanView,
  reader: SpanReader,
  shared: readonly SharedText[],
  trace: MergedTraceFields,
  receivedAt: Micros,
): FromSpan {
  const observation = readObservation(view, reader);
  const claim = claimOf(observation, view, receivedAt);
  readTrace(trace, claim, view, reader, observation);
  const tags = reader.read('tags', view) ?? [];
  const metadata = readMetadata(view, reader.metadata);
  if (isOfRoot(claim)) setMetadata(trace, claim, metadata);
  addRest(view, shared, metadata);
  if (metadata.size > 0) observation.metadata = metadata;
  return { observation, tags };
}

function readObservation(view: SpanView, reader: SpanReader): Draft<Observation> {
  const { span } = view;
  const environment = reader.read('environment', view);
  const version = reader.read('version', view);
  const observation: Draft<Observation> = {
    id: observationIdOfSpan(span.spanId),
    parentId: span.parentSpanId === undefined ? null : observationIdOfSpan(span.parentSpanId),
    counted: true,
  };
  if (span.name !== '' && !isLonger(span.name, ITEM_LIMITS.name)) observation.name = span.name;
  put(observation, 'startTime', view.start);
  if (span.endTime > 0) observation.endTime = span.endTime;
  else observation.awaitsEnd = true;
  put(observation, 'environment', environment);
  put(observation, 'version', version);
  readModelCall(observation, view, reader);
  put(observation, 'isRoot', reader.read('asRoot', view));
  put(observation, 'service', view.service);
  return observation;
}

/** Fields that are read before `OTHER_FIELDS`: the notes of omitted values are in this order. */
const READ_FIRST: ReadonlySet<keyof Fields> = new Set([
  ...(['environment', 'version', 'model', 'responseModel', 'type', 'provider'] as const),
  ...(['input', 'output', 'modelParameters'] as const),
]);
const OTHER_FIELDS = OBSERVATION_FIELDS_READ.filter((name) => !READ_FIRST.has(name));

function readModelCall(observation: Draft<Observation>, view: SpanView, reader: SpanReader): void {
  const model = reader.read('model', view);
  const responseModel = reader.read('responseModel', view);
  put(observation, 'type', reader.read('type', view) ?? (model === undefined ? undefined : 'GENERATION'));
  put(observation, 'model', model);
  if (responseModel !== model) put(observation, 'responseModel', responseModel);
  put(observation, 'provider', reader.read('provider', view));
  put(observation, 'input', reader.read('input', view));
  put(observation, 'output', reader.read('output', view));
  const parameters = reader.read('modelParameters', view);
  put(observation, 'modelParameters', parameters && redactedWithin(parameters));
  for (const name of OTHER_FIELDS) put(observation, name, reader.read(name, view));

  const details = reader.read('usageDetails', view);
  const costDetails = reader.read('costDetails', view);
  put(observation, 'usage', usageOfSpan(details ?? countedTokens(view, reader), reader.read('unknownCounts', view)));
  put(observation, 'costDetails', costDetails ?? reader.read('cost', view));
  // Product usage counts as sent; without it a wrapper repeats its children (contract: What counts).
  if (details !== undefined) return;
  observation.counted = reader.read('wraps', view) !== true;
  if (observation.usage !== undefined && mayCountElsewhere(observation, view.scope)) {
    observation.scope = scopeHash(view.scope);
  }
}

function countedTokens(view: SpanView, reader: SpanReader): Usage | undefined {
  const counts = {
    input: reader.read('inputTokens', view),
    cacheRead: reader.read('cacheReadTokens', view),
    cacheWrite: reader.read('cacheWriteTokens', view),
    cacheWriteHour: reader.read('cacheWriteHourTokens', view),
    inputAudio: reader.read('inputAudioTokens', view),
    output: reader.read('outputTokens', view),
    reasoning: reader.read('reasoningTokens', view),
    outputAudio: reader.read('outputAudioTokens', view),
    total: reader.read('totalTokens', view),
  };
  return usageOfCounts(counts, () => knownInclusions(view, reader));
}

/** Reads what is known of the sender; called only if the inclusion of parts is open. */
function knownInclusions(view: SpanView, reader: SpanReader): KnownInclusions {
  const ofScope = inclusionsOfScope(view);
  return {
    caches: reader.read('cachesInclusion', view) ?? ofScope?.caches,
    reasoning: reader.read('reasoningInclusion', view) ?? ofScope?.reasoning,
  };
}

/** Claim of a span: rank 2 for the true root, 1 for a span marked as root, 0 for any other (contract: Trace fields). */
function claimOf({ id, parentId, isRoot }: Observation, view: SpanView, receivedAt: Micros): Claim {
  return { rank: parentId === null ? 2 : isRoot === true ? 1 : 0, start: view.start ?? receivedAt, observationId: id };
}

function readTrace(trace: MergedTraceFields, claim: Claim, view: SpanView, reader: SpanReader, own: Observation): void {
  setField(trace, claim, 'name', own.name ?? reader.read('workflowName', view));
  setIo(trace, claim, view, reader, own);
  setField(trace, claim, 'environment', own.environment);
  setField(trace, claim, 'version', own.version);
  setField(trace, claim, 'release', reader.read('release', view));
  setField(trace, claim, 'userId', reader.read('userId', view));
  setField(trace, claim, 'sessionId', reader.read('sessionId', view));

  setField(trace, EXPLICIT, 'name', reader.read('traceName', view));
  setField(trace, EXPLICIT, 'input', textIo(reader.read('traceInput', view)));
  setField(trace, EXPLICIT, 'output', textIo(reader.read('traceOutput', view)));
  setField(trace, EXPLICIT, 'public', reader.read('tracePublic', view));
  if (reader.traceMetadata.length === 0) return;
  setMetadata(trace, EXPLICIT, readMetadata(view, reader.traceMetadata));
}

/**
 * Sets input and output of the trace: a span with the value refers to itself. A root without it records their absence, which replaces
 * values of other spans that arrived before it, but not those of another root. Without product attributes a root leaves the value to model
 * calls (contract: Trace fields).
 */
function setIo(trace: MergedTraceFields, claim: Claim, view: SpanView, reader: SpanReader, own: Observation): void {
  let none: Claim | undefined;
  for (const side of ['input', 'output'] as const) {
    if (own[side] !== undefined) setField(trace, claim, side, { observationId: own.id });
    else if (claim.rank !== 0) {
      none ??= { ...claim, rank: reader.hasProduct(view) ? 'root' : 'openRoot' };
      setField(trace, none, side, { none: true });
    }
  }
}

function textIo(text: JsonText | undefined): { readonly text: JsonText } | undefined {
  return text === undefined ? undefined : { text };
}
