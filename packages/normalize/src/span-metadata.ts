import type { Attributes, OtlpEvent, OtlpLink, OtlpScope } from '@sluice/decode';
import {
  MAX_NAMED,
  OMITTED,
  dashed,
  exceedsBytes,
  formatMicros,
  isLonger,
  observationIdOfSpan,
  shortened,
  splitMembers,
} from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { clean, isScalar, objectText, parseObject, quote, sentText, storableJson } from './json-text';
import { freeForm, isTooLarge } from './parsers';
import { attributeText, redacted } from './redact';
import { membersOf, namedOmitted, omit, omitName } from './span-view';
import type { Member, SpanView } from './span-view';

/** An attribute whose members are top-level metadata, and the name of a family of which each member is one. */
export interface MetadataSource {
  readonly name: string;
  /** The bit of its dialect. */
  readonly dialect: number;
  /** As `Dialect.metadataIsJson`. */
  readonly isJson: ((view: SpanView) => boolean) | undefined;
}

/** Metadata that many spans share, its text made once (contract: OTLP, unmapped attributes). */
export interface SharedText {
  readonly key: string;
  /** The text of an object. */
  readonly text: JsonText;
  /** Names of attributes that were left out of it. */
  readonly tooLong: readonly string[];
}

/**
 * What the attributes named by `sources` say at the top level: `<name>.<key>` under its key, dots and all, and the
 * members of an object under theirs. The first source of a key wins.
 */
export function readMetadata(view: SpanView, sources: readonly MetadataSource[]): Map<string, JsonText> {
  const metadata = new Map<string, JsonText>();
  for (const source of sources) {
    if ((source.dialect & view.spoken) === 0) continue;
    const members = membersOf(view, source.name);
    const isJson = members.length > 0 && source.isJson?.(view) === true;
    for (const member of members) readMember(view, member, isJson, metadata);
    readWhole(view, source.name, metadata);
  }
  return metadata;
}

function readMember(
  view: SpanView,
  { attribute, key }: Member,
  isJson: boolean,
  metadata: Map<string, JsonText>,
): void {
  // It became a field, as the user among Traceloop's association properties.
  if (view.usedKeys.has(attribute)) return;
  const value = view.span.attributes.get(attribute);
  const text = value === undefined || metadata.has(key) ? undefined : freeForm(value, view, attribute);
  if (text === undefined || !hasRoom(view, metadata, attribute, 1)) return;
  const said = isJson && typeof value === 'string' && isScalar(value) ? storableJson(value) : text;
  metadata.set(key, redacted(attribute, said));
  view.usedKeys.add(attribute);
}

/** Whether metadata has room for so many members more; what has none stays among the attributes, and is told. */
function hasRoom(view: SpanView, metadata: ReadonlyMap<string, JsonText>, attribute: string, more: number): boolean {
  const { metadataMembers } = view.limits;
  if (metadata.size + more <= metadataMembers) return true;
  omit(view, attribute, `would give metadata more than ${metadataMembers} members and was kept among the attributes`);
  return false;
}

function readWhole(view: SpanView, key: string, metadata: Map<string, JsonText>): void {
  const value = view.span.attributes.get(key);
  if (value === undefined || value === null) return;
  const text = freeForm(value, view, key);
  if (text === undefined || parseObject(text) === undefined) return;
  const members = splitMembers(text);
  if (!hasRoom(view, metadata, key, members.size)) return;
  for (const [name, member] of members) {
    const stored = clean(name);
    if (!metadata.has(stored)) metadata.set(stored, redacted(stored, member));
  }
  view.usedKeys.add(key);
}

/** Adds what the span says beside its fields: the rest of its attributes, its surroundings, events and links. */
export function addRest(view: SpanView, shared: readonly SharedText[], metadata: Map<string, JsonText>): void {
  const { span, limits } = view;
  const attributes = attributesText(span.attributes, view);
  if (attributes !== undefined) addOwn(metadata, 'attributes', attributes);
  for (const one of shared) addShared(view, metadata, one);
  addEvents(view, metadata);
  if (span.links.length > 0) addBounded(view, metadata, 'links', `[${span.links.map(linkText).join(',')}]`);
  if (span.dropped > 0) addOwn(metadata, 'otel.dropped', String(span.dropped));
  addUnreadTime(view, metadata, 'startTimeUnixNano', span.unreadStart);
  addUnreadTime(view, metadata, 'endTimeUnixNano', span.unreadEnd);
  if (isLonger(span.name, limits.nameLength) && !isTooLarge(span.name, view, 'name')) {
    omit(view, 'name', `is longer than ${limits.nameLength} characters and was kept in metadata`);
    addOwn(metadata, 'sluice.name', JSON.stringify(span.name));
  }
  if (view.omitted !== undefined) addOwn(metadata, OMITTED, JSON.stringify(namedOmitted(view.omitted)));
}

/** A key that the sender's own metadata has already goes under `sluice.`, so that both are kept. */
function addOwn(metadata: Map<string, JsonText>, key: string, text: JsonText): void {
  metadata.set(metadata.has(key) ? `sluice.${key}` : key, text);
}

function addBounded(view: SpanView, metadata: Map<string, JsonText>, key: string, text: JsonText): void {
  if (!isTooLarge(text, view, key)) addOwn(metadata, key, text);
}

const NO_TIME = 'is no time from 1970 to 2199 in nanoseconds and was kept in metadata';

/** What was sent as a time of the span and is none, as it was sent (contract: OTLP). */
function addUnreadTime(view: SpanView, metadata: Map<string, JsonText>, field: string, sent: string | undefined): void {
  if (sent === undefined || isTooLarge(sent, view, field)) return;
  omit(view, field, NO_TIME);
  addOwn(metadata, `sluice.${field}`, JSON.stringify(sent));
}

/** The events that no field took; of one that a field took, a time that is none. The first of those is told by its place. */
function addEvents(view: SpanView, metadata: Map<string, JsonText>): void {
  const texts: JsonText[] = [];
  let isTold = false;
  for (const [index, event] of view.span.events.entries()) {
    if (event.unreadTime !== undefined && !isTold) {
      omit(view, `events[${index}].timeUnixNano`, NO_TIME);
      isTold = true;
    }
    const isUsed = view.usedEvents?.has(event) === true;
    if (!isUsed || event.unreadTime !== undefined) texts.push(eventText(event, isUsed));
  }
  if (texts.length > 0) addBounded(view, metadata, 'events', `[${texts.join(',')}]`);
}

function addShared(view: SpanView, metadata: Map<string, JsonText>, { key, text, tooLong }: SharedText): void {
  const { repeatable } = view;
  if (tooLong.length > 0) tellShared(view, key, tooLong);
  if (text === '{}') return;
  if (text.length > repeatable.length) {
    omit(view, key, 'would be repeated too often in this request and was left out');
  } else {
    repeatable.length -= text.length;
    addBounded(view, metadata, key, text);
  }
}

/** Names that were sent once are told of each span, whose metadata lacks them: the first few, as long as there is room. */
function tellShared(view: SpanView, key: string, tooLong: readonly string[]): void {
  const { repeatable, limits } = view;
  let told = 0;
  for (; told < Math.min(tooLong.length, MAX_NAMED) && repeatable.length > 0; told++) {
    const name = tooLong[told] ?? '';
    omitName(view, name);
    repeatable.length -= shortened(name).length;
  }
  const more = tooLong.length - told;
  if (more > 0) omit(view, key, `had ${more} more names longer than ${limits.attributeNameLength} characters`);
}

/**
 * The attributes that no field took. Together they are one value: what would take it over its limit is left out. Names
 * and values are measured apart, so that a value of exactly the limit has its place.
 */
function attributesText(attributes: Attributes, view: SpanView): JsonText | undefined {
  if (attributes.size === 0) return undefined;
  const { valueBytes } = view.limits;
  const text = textOf(attributes, view.usedKeys);
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

const NONE: ReadonlySet<string> = new Set();

/** Attributes as the text of an object. */
export function textOf(attributes: Attributes, without: ReadonlySet<string> = NONE): JsonText {
  let text = '';
  for (const key of attributes.keys()) {
    if (without.has(key)) continue;
    text += `${text === '' ? '' : ','}${quote(key)}:${attributeText(key, attributes.get(key) ?? null)}`;
  }
  return `{${text}}`;
}

/** A scope as `{name, version, attributes}` without what it does not say. */
export function scopeText(scope: OtlpScope): JsonText {
  const members: [string, JsonText][] = [];
  if (scope.name !== '') members.push(['name', quote(scope.name)]);
  if (scope.version !== '') members.push(['version', quote(scope.version)]);
  if (scope.attributes.size > 0) members.push(['attributes', textOf(scope.attributes)]);
  return objectText(members);
}

function eventText(event: OtlpEvent, isUsed: boolean): JsonText {
  const members: [string, JsonText][] = [['name', JSON.stringify(event.name)]];
  if (event.time > 0) members.push(['time', JSON.stringify(formatMicros(event.time))]);
  if (event.unreadTime !== undefined) members.push(['timeUnixNano', JSON.stringify(event.unreadTime)]);
  if (event.attributes.size > 0 && !isUsed) members.push(['attributes', textOf(event.attributes)]);
  return objectText(members);
}

function linkText(link: OtlpLink): JsonText {
  const members: [string, JsonText][] = [
    ['traceId', JSON.stringify(dashed(link.traceId))],
    ['observationId', JSON.stringify(observationIdOfSpan(link.spanId))],
  ];
  if (link.attributes.size > 0) members.push(['attributes', textOf(link.attributes)]);
  return objectText(members);
}
