import type { NativeTrace, SentEvent } from '@sluice/decode';
import {
  type EventPlace,
  type EventStamps,
  type ScoreRecord,
  type TraceFields,
  ID_STAMPS,
  type TraceRecord,
  eventStamp,
  firstEventStamp,
} from '@sluice/record';
import type { NormalizeContext } from './context';
import { type Draft, put } from './draft';
import { fromNativeObservation, fromNativeTrace } from './native-batch';
import { scoreOf } from './scores';

/**
 * Converts an event into a record (contract: Order of events); undefined for a log. Its values have the time of the event where native values have
 * the receive time, so an event that is sent again changes nothing. Of creates the first one, in the order of events, keeps times and
 * environment.
 */
export function normalizeEvent(event: SentEvent, context: NormalizeContext): TraceRecord | ScoreRecord | undefined {
  if (event.kind === 'log') return undefined;
  const { receivedAt, newRecordId } = context;
  const { eventId, at = receivedAt, isUpdate, index } = event;
  const place: EventPlace = { at, isUpdate, index, eventId };
  if (event.kind === 'score') {
    // A score without an id has that of its event: the same one when the event is sent again.
    const score = scoreOf(event.score, { id: eventId, stamp: eventStamp(place), timestamp: at });
    return { kind: 'score', recordId: newRecordId(), receivedAt, scores: [score] };
  }
  const stamps: EventStamps = { stamp: eventStamp(place), ...(!isUpdate && { first: firstEventStamp(place) }) };
  const head = { kind: 'trace', recordId: newRecordId(), receivedAt, stamps } as const;
  if (event.kind === 'trace') {
    const { id, tags } = event.trace;
    const updates = [...idOf(event.trace), ...updatesOf(fromNativeTrace(event.trace), place)];
    return { ...head, traceId: id, updates, tags: [...new Set(tags)], observations: [] };
  }
  const { sentId, sentParentId } = event.observation;
  const sent = fromNativeObservation(event.observation);
  const named = {
    ...sent,
    ...(sentId !== undefined && { sentId }),
    ...(sentParentId !== undefined && { sentParentId }),
  };
  const observation = isUpdate ? named : { ...named, startTime: sent.startTime ?? at };
  return {
    ...head,
    traceId: event.trace.id,
    updates: idOf(event.trace, sentId),
    tags: [],
    observations: [observation],
  };
}

/**
 * Returns the update with the id as sent, if it is any text: the same one in each event of the trace. An empty one marks a trace of which
 * only an observation has such an id.
 */
function idOf({ sentId }: Pick<NativeTrace, 'sentId'>, ofObservation?: string): TraceRecord['updates'] {
  if (sentId !== undefined) return [{ stamp: ID_STAMPS.text, fields: { sentId } }];
  return ofObservation === undefined ? [] : [{ stamp: ID_STAMPS.none, fields: { sentId: '' } }];
}

/** Separates the fields for which the first create wins. A create without a time has that of its event. */
function updatesOf({ timestamp, environment, ...others }: TraceFields, place: EventPlace): TraceRecord['updates'] {
  const first: Draft<TraceFields> = { timestamp: timestamp ?? place.at };
  put(first, 'environment', environment);
  const update = { stamp: firstEventStamp(place), fields: first };
  return Object.keys(others).length === 0 ? [update] : [{ stamp: eventStamp(place), fields: others }, update];
}
