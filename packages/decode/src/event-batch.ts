import {
  eachMember,
  endOfValue,
  parseInstant,
  parseTime,
  splitElements,
  splitMembers,
  traceIdOfText,
} from '@sluice/record';
import { checkOf } from './check-body';
import { DecodeError } from './decode-error';
import type { RefusedEvent, SentEvent } from './events';
import { JsonList, isObject, rawBody } from './json-body';
import type { Limits } from './limits';
import type { JsonTexts, NativeObservation, NativeTrace } from './native';
import { metadataOf, observationFields, present, traceFields } from './native-fields';
import { NativeMembers } from './native-members';
import { itemTexts } from './native-texts';
import type { Sent } from './schemas/body-schema';
import {
  EVENT_BATCH,
  EVENT_OBSERVATION,
  EVENT_TRACE,
  EVENT_TYPES,
  type EventObservationMember,
  type EventTraceMember,
  type EventType,
  OBSERVATION_EVENTS,
} from './schemas/event-batch';
import { eventCosts, eventUsage } from './event-usage';
import { readScore } from './scores';
import { ID_RULE, OBSERVATION_ID, TRACE_ID, idOf, sentId } from './sent-ids';

const checkBatch = checkOf(EVENT_BATCH);
const checkTrace = checkOf(EVENT_TRACE) as (body: unknown, path: string) => Sent<EventTraceMember>;
const checkObservation = checkOf(EVENT_OBSERVATION) as (body: unknown, path: string) => Sent<EventObservationMember>;

/** Events of a body that are decoded together. */
const PORTION_EVENTS = 1000;

/** Id of an event without one, in its result. */
const UNKNOWN = 'unknown';

/** Element of a batch: its value, and its text as it was sent. */
interface Element {
  readonly value: unknown;
  readonly text: string;
}

/**
 * Reads a body of `POST /api/public/ingestion` in portions. An event that is wrong is refused by itself.
 * @throws DecodeError for a body that is not JSON, has no batch, or has too many events
 */
export function* eventPortions(body: Buffer, limits: Limits): Generator<readonly (SentEvent | RefusedEvent)[], void> {
  const { value, text, lists } = rawBody(body, limits).open('the body', 'batch');
  const list = lists.get('batch') ?? (isObject(value) ? value.batch : undefined);
  if ((list instanceof JsonList || Array.isArray(list)) && list.length > limits.items) {
    throw new DecodeError('too-large', `batch must not have more than ${limits.items} entries`);
  }
  checkBatch(value);
  let portion: (SentEvent | RefusedEvent)[] = [];
  let index = 0;
  for (const open of elements(list as JsonList | readonly unknown[], text)) {
    portion.push(readEvent(open, index++, limits, body.length));
    if (portion.length < PORTION_EVENTS) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

function* elements(list: JsonList | readonly unknown[], text: string): Generator<(path: string) => Element> {
  if (!(list instanceof JsonList)) {
    const texts = splitElements(splitMembers(text).get('batch') ?? '[]');
    for (const [index, value] of list.entries()) yield () => ({ value, text: texts[index] ?? 'null' });
    return;
  }
  for (const element of list) yield (path) => element.open(path);
}

/** @throws DecodeError for an event that is not JSON, which makes the body none */
function readEvent(
  open: (path: string) => Element,
  index: number,
  limits: Limits,
  bodyBytes: number,
): SentEvent | RefusedEvent {
  const path = `batch[${index}]`;
  let element: Element;
  try {
    element = open(path);
  } catch (error) {
    if (error instanceof DecodeError && error.kind === 'too-large') return refused(UNKNOWN, error);
    throw error;
  }
  const { value } = element;
  const id = isObject(value) && typeof value.id === 'string' && value.id !== '' ? value.id : undefined;
  try {
    if (!isObject(value)) throw new DecodeError('invalid', `${path} must be an object`);
    if (id === undefined || traceIdOfText(id) === undefined) {
      throw new DecodeError('invalid', `${path}.id ${ID_RULE}`);
    }
    const type = typeOf(value.type, path);
    const head = { eventId: id, at: timeOf(value.timestamp, path), isUpdate: false, index };
    if (type === 'sdk-log') return { ...head, kind: 'log' };
    const texts = bodyTexts(element.text);
    const bodyPath = `${path}.body`;
    if (type === 'score-create')
      return { ...head, kind: 'score', score: readScore(value.body, texts, bodyPath, limits) };
    if (type === 'trace-create') {
      const raw = checkTrace(value.body, bodyPath);
      const members = new NativeMembers<EventTraceMember>(raw, texts, bodyPath, limits, bodyBytes);
      return { ...head, kind: 'trace', trace: readTrace(raw, members, id) };
    }
    const raw = checkObservation(value.body, bodyPath);
    const members = new NativeMembers<EventObservationMember>(raw, texts, bodyPath, limits, bodyBytes);
    const { type: ofEvent, isUpdate = false } = OBSERVATION_EVENTS[type] ?? {};
    const observation = readObservation(raw, members, ofEvent);
    const trace = idOf('traceId', raw, members, TRACE_ID) ?? idOf('id', raw, members, TRACE_ID);
    if (trace === undefined) throw members.invalid('id', ID_RULE);
    return { ...head, isUpdate, kind: 'observation', trace, observation };
  } catch (error) {
    if (error instanceof DecodeError) return refused(id ?? UNKNOWN, error);
    throw error;
  }
}

const refused = (eventId: string, { message }: DecodeError): RefusedEvent => ({ kind: 'refused', eventId, message });

function typeOf(sent: unknown, path: string): EventType {
  const type = EVENT_TYPES.find((known) => known === sent);
  if (type !== undefined) return type;
  throw new DecodeError('invalid', `${path}.type must be one of ${EVENT_TYPES.join(', ')}`);
}

/** Returns undefined for a time outside of the accepted ones. @throws DecodeError for any other text */
function timeOf(sent: unknown, path: string): number | undefined {
  if (typeof sent !== 'string' || parseInstant(sent) === undefined) {
    throw new DecodeError('invalid', `${path}.timestamp must be an ISO 8601 time`);
  }
  return parseTime(sent)?.micros;
}

/** Returns the free-form members of the body of an event, from the text of the event. Of a repeated name the last one counts. */
function bodyTexts(event: string): JsonTexts {
  let texts: JsonTexts = new Map();
  eachMember(event, 0, (name, start) => {
    const end = endOfValue(event, start);
    if (name === 'body') texts = itemTexts(event.slice(start, end));
    return end;
  });
  return texts;
}

function readTrace(
  raw: Sent<EventTraceMember>,
  members: NativeMembers<EventTraceMember>,
  eventId: string,
): NativeTrace {
  // An event without an id is a trace of its own, the same one when the event is sent again.
  const sent = idOf('id', raw, members, TRACE_ID) ?? sentId(eventId, TRACE_ID);
  return present<NativeTrace>({
    id: sent?.id,
    sentId: sent?.sentId,
    ...traceFields(members),
    metadata: metadataOf(raw, members),
  });
}

function readObservation(
  raw: Sent<EventObservationMember>,
  members: NativeMembers<EventObservationMember>,
  type: string | undefined,
): NativeObservation {
  const sent = idOf('id', raw, members, OBSERVATION_ID);
  if (sent === undefined) throw members.invalid('id', ID_RULE);
  const parent = idOf('parentObservationId', raw, members, OBSERVATION_ID);
  const fields = observationFields(members);
  if ((fields.promptName === undefined) !== (fields.promptVersion === undefined)) {
    throw members.invalid('promptName', 'must be sent with promptVersion');
  }
  return present<NativeObservation>({
    ...{ id: sent.id, sentId: sent.sentId },
    ...(parent?.id === sent.id
      ? { parentObservationId: null, sentParentId: undefined }
      : { parentObservationId: parent?.id, sentParentId: parent?.sentId }),
    ...fields,
    type: type ?? fields.type,
    metadata: metadataOf(raw, members),
    promptTokens: undefined,
    completionTokens: undefined,
    totalTokens: undefined,
    usageDetails: eventUsage(raw),
    costDetails: eventCosts(raw),
  });
}
