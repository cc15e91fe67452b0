import { splitMembers, storable, storableJson } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import type { Dialect, IsJson } from './dialects/dialect';
import { parseObject } from './json-text';
import { freeForm } from './parsers';
import { redacted } from './redact';
import { membersOf, omit } from './span-view';
import type { Member, SpanView } from './span-view';

/** Attribute whose members are top-level metadata; its name is also a family, each member of which is a metadata entry. */
export interface MetadataSource {
  readonly name: string;
  /** Bit of its dialect. */
  readonly dialect: number;
  /** Same as `Dialect.jsonOfMetadata`. */
  readonly jsonIn: Dialect['jsonOfMetadata'];
}

/**
 * Reads the metadata in the attributes that `sources` name: `<name>.<key>` under its key, dots included, and the members of an object under
 * their keys. The first source of a key wins.
 */
export function readMetadata(view: SpanView, sources: readonly MetadataSource[]): Map<string, JsonText> {
  const metadata = new Map<string, JsonText>();
  for (const source of sources) {
    if ((source.dialect & view.dialects) === 0) continue;
    const members = membersOf(view, source.name);
    const isJson = members.length > 0 ? source.jsonIn?.(view) : undefined;
    for (const member of members) readMember(view, member, isJson, metadata);
    readWhole(view, source.name, metadata);
  }
  return metadata;
}

function readMember(
  view: SpanView,
  { attribute, key }: Member,
  isJson: IsJson | undefined,
  metadata: Map<string, JsonText>,
): void {
  // The attribute became a field, as the user among Traceloop's association properties.
  if (view.usedKeys.has(attribute)) return;
  const value = view.span.attributes.get(attribute);
  const text = value === undefined || metadata.has(key) ? undefined : freeForm(value, view, attribute);
  if (text === undefined || !hasRoom(view, metadata, attribute, 1)) return;
  const sent = typeof value === 'string' && isJson?.(value) === true ? storableJson(value) : text;
  metadata.set(key, redacted(attribute, sent));
  view.usedKeys.add(attribute);
}

/** Whether metadata has room for `more` members; otherwise the attribute stays among the attributes, and is noted. */
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
    const stored = storable(name);
    if (!metadata.has(stored)) metadata.set(stored, redacted(stored, member));
  }
  view.usedKeys.add(key);
}
