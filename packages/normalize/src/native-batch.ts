import type { JsonTexts, NativeBatch, NativeObservation, NativeTrace } from '@sluice/decode';
import { fieldsOf, PUBLIC_OBSERVATION_FIELDS, receiveStamp, PUBLIC_TRACE_FIELDS } from '@sluice/record';
import type { Observation, TraceFields, TraceRecord, Usage } from '@sluice/record';
import type { NormalizeContext } from './context';
import type { Draft } from './draft';
import { put } from './draft';
import { addObservation } from './merge-observations';
import { redacted, redactedWithin } from './redact';
import { splitRecord } from './split-record';
import { usageOfCounts } from './usage';
import { usageOfSent } from './usage-details';

/**
 * Converts one native body (spec 4.1) into records: one trace, its observations merged in array order (contract: Native batch). All fields
 * of the trace in a native body have the highest rank.
 */
export function normalizeBatch(batch: NativeBatch, context: NormalizeContext): readonly TraceRecord[] {
  const recordId = context.newRecordId();
  const observations = new Map<string, Observation>();
  for (const sent of batch.observations) addObservation(observations, fromNativeObservation(sent));
  const fields = fromNativeTrace(batch.trace);
  const record: TraceRecord = {
    kind: 'trace',
    recordId,
    receivedAt: context.receivedAt,
    traceId: batch.trace.id,
    updates: Object.keys(fields).length === 0 ? [] : [{ stamp: receiveStamp(context.receivedAt, recordId), fields }],
    tags: [...new Set(batch.trace.tags)],
    observations: [...observations.values()],
  };
  return splitRecord(record, context);
}

const TRACE_PLAIN = fieldsOf(PUBLIC_TRACE_FIELDS, 'text', 'flag', 'time');
const OBSERVATION_PLAIN = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text', 'longText', 'json', 'time', 'integer', 'amounts');

/** Converts the fields of a trace. */
export function fromNativeTrace(trace: NativeTrace): TraceFields {
  const { input, output, metadata } = trace;
  const fields: Draft<TraceFields> = {};
  for (const name of TRACE_PLAIN) put(fields, name, trace[name]);
  if (input !== undefined) fields.input = { text: input };
  if (output !== undefined) fields.output = { text: output };
  put(fields, 'metadata', fromMetadata(metadata));
  return fields;
}

/** Converts an observation. */
export function fromNativeObservation(sent: NativeObservation): Observation {
  const observation: Draft<Observation> = { id: sent.id, counted: true };
  put(observation, 'parentId', sent.parentObservationId);
  for (const name of OBSERVATION_PLAIN) put(observation, name, sent[name]);
  put(observation, 'modelParameters', sent.modelParameters && redactedWithin(sent.modelParameters));
  put(observation, 'metadata', fromMetadata(sent.metadata));
  put(observation, 'usage', usageOf(sent));
  return observation;
}

/** Converts the counts: `promptTokens` and the like are inclusive, `usageDetails` disjoint; for a usage type in both the details win. */
function usageOf({ promptTokens, completionTokens, totalTokens, usageDetails }: NativeObservation): Usage | undefined {
  const counts = { input: promptTokens, output: completionTokens, total: totalTokens };
  return (usageDetails && usageOfSent(usageDetails, counts).usage) ?? usageOfCounts(counts);
}

function fromMetadata(metadata: JsonTexts | undefined): JsonTexts | undefined {
  return metadata && new Map(Array.from(metadata, ([key, text]) => [key, redacted(key, text)]));
}
