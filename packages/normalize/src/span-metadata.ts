import type { Attributes } from '@sluice/decode';
import { ITEM_LIMITS, MAX_NAMED, OMITTED, exceedsBytes, isLonger, shortened } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { objectText, sentText } from './json-text';
import { attributeText } from './redact';
import { attributesText, eventText, linkText } from './span-text';
import { isTooLarge, namedOmitted, omit, omitName } from './span-view';
import type { SpanView } from './span-view';

/** Metadata that many spans share, its text made once (contract: Unmapped attributes). */
export interface SharedText {
  readonly key: string;
  /** Text of an object. */
  readonly text: JsonText;
  /** Names of attributes that were omitted from the text. */
  readonly tooLong: readonly string[];
}

/** Adds everything that became no field: the remaining attributes, the surroundings, events and links. */
export function addRest(view: SpanView, shared: readonly SharedText[], metadata: Map<string, JsonText>): void {
  const { span } = view;
  const attributes = boundedAttributes(span.attributes, view);
  if (attributes !== undefined) addOwn(metadata, 'attributes', attributes);
  for (const one of shared) addShared(view, metadata, one);
  addEvents(view, metadata);
  if (span.links.length > 0) addBounded(view, metadata, 'links', `[${span.links.map(linkText).join(',')}]`);
  if (span.dropped > 0) addOwn(metadata, 'otel.dropped', String(span.dropped));
  addUnreadTime(view, metadata, 'startTimeUnixNano', span.unreadStart);
  addUnreadTime(view, metadata, 'endTimeUnixNano', span.unreadEnd);
  if (isLonger(span.name, ITEM_LIMITS.name) && !isTooLarge(span.name, view, 'name')) {
    omit(view, 'name', `is longer than ${ITEM_LIMITS.name} characters and was kept in metadata`);
    addOwn(metadata, 'sluice.name', JSON.stringify(span.name));
  }
  if (view.omitted !== undefined) addOwn(metadata, OMITTED, JSON.stringify(namedOmitted(view.omitted)));
}

/** Adds a member of the product; if the sender's own metadata has the key already, under `sluice.`, so that both are stored. */
function addOwn(metadata: Map<string, JsonText>, key: string, text: JsonText): void {
  metadata.set(metadata.has(key) ? `sluice.${key}` : key, text);
}

function addBounded(view: SpanView, metadata: Map<string, JsonText>, key: string, text: JsonText): void {
  if (!isTooLarge(text, view, key)) addOwn(metadata, key, text);
}

const NO_TIME = 'is no time from 1970 to 2199 in nanoseconds and was kept in metadata';

/** Adds an invalid time of the span as it was sent (contract: OTLP). */
function addUnreadTime(view: SpanView, metadata: Map<string, JsonText>, field: string, sent: string | undefined): void {
  if (sent === undefined || isTooLarge(sent, view, field)) return;
  omit(view, field, NO_TIME);
  addOwn(metadata, `sluice.${field}`, JSON.stringify(sent));
}

/** Adds the events that became no field, and the invalid times of those that did. The first invalid time is noted by the event's index. */
function addEvents(view: SpanView, metadata: Map<string, JsonText>): void {
  const texts: JsonText[] = [];
  let isNoted = false;
  for (const [index, event] of view.span.events.entries()) {
    if (event.unreadTime !== undefined && !isNoted) {
      omit(view, `events[${index}].timeUnixNano`, NO_TIME);
      isNoted = true;
    }
    const isUsed = view.usedEvents?.has(event) === true;
    if (!isUsed || event.unreadTime !== undefined) texts.push(eventText(event, isUsed));
  }
  if (texts.length > 0) addBounded(view, metadata, 'events', `[${texts.join(',')}]`);
}

function addShared(view: SpanView, metadata: Map<string, JsonText>, { key, text, tooLong }: SharedText): void {
  const { repeatable } = view;
  if (tooLong.length > 0) noteShared(view, key, tooLong);
  if (text === '{}') return;
  if (text.length > repeatable.length) {
    omit(view, key, 'would be repeated too often in this request and was left out');
  } else {
    repeatable.length -= text.length;
    addBounded(view, metadata, key, text);
  }
}

/** Notes omitted names of shared texts for each span, because its metadata lacks them: the first `MAX_NAMED`, while there is room. */
function noteShared(view: SpanView, key: string, tooLong: readonly string[]): void {
  const { repeatable, limits } = view;
  let named = 0;
  for (; named < Math.min(tooLong.length, MAX_NAMED) && repeatable.length > 0; named++) {
    const name = tooLong[named] ?? '';
    omitName(view, name);
    repeatable.length -= shortened(name).length;
  }
  const more = tooLong.length - named;
  if (more > 0) omit(view, key, `had ${more} more names longer than ${limits.attributeNameLength} characters`);
}

/**
 * Writes the attributes that became no field as one value; attributes beyond its limit are omitted. Names and values are measured
 * separately, so that a value of exactly the limit fits.
 */
function boundedAttributes(attributes: Attributes, view: SpanView): JsonText | undefined {
  if (attributes.size === 0) return undefined;
  const { valueBytes } = view.limits;
  const text = attributesText(attributes, view.usedKeys);
  if (!exceedsBytes(text, valueBytes)) return text === '{}' ? undefined : text;
  const kept = new Map<string, JsonText>();
  let nameBytes = 0;
  let bytes = 0;
  for (const [key, value] of attributes) {
    if (view.usedKeys.has(key)) continue;
    const sent = sentText(value);
    if (isTooLarge(sent, view, key)) continue;
    const [nameSize, size] = [Buffer.byteLength(key), Buffer.byteLength(sent)];
    if (nameBytes + nameSize > valueBytes || bytes + size > valueBytes) {
      omit(view, key, `would take the attributes of the span over ${valueBytes} bytes together and was left out`);
    } else {
      nameBytes += nameSize;
      bytes += size;
      kept.set(key, attributeText(key, value));
    }
  }
  return kept.size === 0 ? undefined : objectText(kept);
}
