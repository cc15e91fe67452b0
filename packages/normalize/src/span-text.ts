import type { Attributes, OtlpEvent, OtlpLink, OtlpScope } from '@sluice/decode';
import { dashed, formatMicros, observationIdOfSpan } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { objectText, quote } from './json-text';
import { attributeMember } from './redact';

const NONE: ReadonlySet<string> = new Set();

/** Writes attributes as the text of an object. */
export function attributesText(attributes: Attributes, without: ReadonlySet<string> = NONE): JsonText {
  let text = '{';
  for (const [key, value] of attributes) {
    if (without.has(key)) continue;
    if (text.length > 1) text += ',';
    text += attributeMember(key, value);
  }
  return `${text}}`;
}

/** Writes a scope as `{name, version, attributes}` without members that were not sent. */
export function scopeText(scope: OtlpScope): JsonText {
  const members: [string, JsonText][] = [];
  if (scope.name !== '') members.push(['name', quote(scope.name)]);
  if (scope.version !== '') members.push(['version', quote(scope.version)]);
  if (scope.attributes.size > 0) members.push(['attributes', attributesText(scope.attributes)]);
  return objectText(members);
}

/** Writes an event as `{name, time, attributes}`; of an event that became a field only its name and an invalid time. */
export function eventText(event: OtlpEvent, isUsed: boolean): JsonText {
  const members: [string, JsonText][] = [['name', JSON.stringify(event.name)]];
  if (event.time > 0) members.push(['time', JSON.stringify(formatMicros(event.time))]);
  if (event.unreadTime !== undefined) members.push(['timeUnixNano', JSON.stringify(event.unreadTime)]);
  if (event.attributes.size > 0 && !isUsed) members.push(['attributes', attributesText(event.attributes)]);
  return objectText(members);
}

/** Writes a link as `{traceId, observationId, attributes}`. */
export function linkText(link: OtlpLink): JsonText {
  const members: [string, JsonText][] = [
    ['traceId', JSON.stringify(dashed(link.traceId))],
    ['observationId', JSON.stringify(observationIdOfSpan(link.spanId))],
  ];
  if (link.attributes.size > 0) members.push(['attributes', attributesText(link.attributes)]);
  return objectText(members);
}
