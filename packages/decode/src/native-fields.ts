import { ITEM_LIMITS, LEVELS, PUBLIC_OBSERVATION_FIELDS, PUBLIC_TRACE_FIELDS } from '@sluice/record';
import { isObject } from './json-body';
import type { JsonTexts } from './native';
import type { NativeMembers } from './native-members';
import type { Sent } from './schemas/body-schema';
import type { ObservationMember, TraceMember } from './schemas/native-batch';

/*
 * Fields of traces and observations that native batches and events have in the same form. All are named where they are read: a loop over the
 * list of fields takes 1.4 times as long.
 */

/** Reads the fields of a trace. @throws DecodeError */
export const traceFields = (members: NativeMembers<TraceMember>) => ({
  timestamp: members.time('timestamp'),
  name: members.text(PUBLIC_TRACE_FIELDS.name.longest, 'name'),
  userId: members.filledText(PUBLIC_TRACE_FIELDS.userId.longest, 'userId', 'user_id'),
  sessionId: members.filledText(PUBLIC_TRACE_FIELDS.sessionId.longest, 'session_id', 'sessionId'),
  release: members.text(PUBLIC_TRACE_FIELDS.release.longest, 'release'),
  version: members.text(PUBLIC_TRACE_FIELDS.version.longest, 'version'),
  tags: members.texts('tags', ITEM_LIMITS.tags, ITEM_LIMITS.text),
  environment: members.text(PUBLIC_TRACE_FIELDS.environment.longest, 'environment'),
  public: members.boolean('public'),
  input: members.value('input'),
  output: members.value('output'),
});

/** Reads the fields of an observation. @throws DecodeError */
export const observationFields = (members: NativeMembers<ObservationMember>) => ({
  type: typeOf(members),
  name: members.text(PUBLIC_OBSERVATION_FIELDS.name.longest, 'name'),
  startTime: members.time('startTime'),
  endTime: members.time('endTime'),
  completionStartTime: members.time('completionStartTime'),
  model: members.text(PUBLIC_OBSERVATION_FIELDS.model.longest, 'model'),
  modelParameters: members.value('modelParameters'),
  input: members.value('input'),
  output: members.value('output'),
  level: levelOf(members),
  statusMessage: members.longText('statusMessage'),
  version: members.text(PUBLIC_OBSERVATION_FIELDS.version.longest, 'version'),
  environment: members.text(PUBLIC_OBSERVATION_FIELDS.environment.longest, 'environment'),
  promptName: members.text(PUBLIC_OBSERVATION_FIELDS.promptName.longest, 'promptName'),
  promptVersion: members.count('promptVersion'),
});

function typeOf(members: NativeMembers<ObservationMember>): string | undefined {
  const { longest } = PUBLIC_OBSERVATION_FIELDS.type;
  const type = members.text(longest, 'type');
  if (type === '') throw members.invalid('type', `must be a string of 1 to ${longest} characters`);
  return type?.toUpperCase();
}

function levelOf(members: NativeMembers<ObservationMember>): (typeof LEVELS)[number] | undefined {
  const text = members.text(Infinity, 'level')?.toUpperCase();
  const level = LEVELS.find((known) => known === text);
  if (text !== undefined && level === undefined) throw members.invalid('level', `must be one of ${LEVELS.join(', ')}`);
  return level;
}

/** Reads metadata: an object as its members, any other value as the member `metadata`. @throws DecodeError */
export function metadataOf<Name extends string>(
  raw: Sent<Name | 'metadata'>,
  members: NativeMembers<Name | 'metadata'>,
): JsonTexts | undefined {
  if (isObject(raw.metadata)) return members.object('metadata');
  const text = members.value('metadata');
  return text === undefined ? undefined : new Map([['metadata', text]]);
}

/** Returns the members that have a value. */
export function present<T extends object>(members: { readonly [Name in keyof Required<T>]: T[Name] | undefined }): T {
  const result: Record<string, unknown> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) result[name] = value;
  }
  return result as T;
}
