import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Field, type OneOf, Type, parse } from 'protobufjs';
import { SCORE_TYPES } from './kinds/score';
import { MAX_COST, MAX_COUNT } from './limits';
import { type SpanRank, receiveStamp, spanStamp } from './stamp';
import { TIME_END } from './time';

const PROTO = join(__dirname, '../../../proto/sluice/record/v1/record.proto');
const Message = parse(readFileSync(PROTO, 'utf8')).root.lookupType('sluice.record.v1.Record');

type Members = Readonly<Record<string, unknown>>;

const micros = fc.integer({ min: 1, max: TIME_END - 1 });
const id = fc.uuid();
const json = fc.json();

/** Never what a field without presence has by default, which is not written. */
const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  // Objects hold names that are integers first, whatever the order.
  string: fc.string({ maxLength: 20 }).map((text) => `a${text}`),
  bool: fc.constant(true),
  double: fc.double({ min: 0, minExcluded: true, max: MAX_COST, noNaN: true }),
  int64: micros,
  uint64: fc.integer({ min: 1, max: MAX_COUNT }),
  uint32: fc.constant(1),
};

const stamp = fc.oneof(
  fc.tuple(micros, id).map((parts) => receiveStamp(...parts)),
  fc
    .tuple(fc.constantFrom<SpanRank>(0, 'openRoot', 'root', 1, 2), micros, id, micros, id)
    .map((parts) => spanStamp(...parts)),
);

/** Fields whose values have a form; with their message where others have their name. */
const NAMED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...Object.fromEntries(
    ['recordId', 'traceId', 'id', 'parentId', 'observationId', 'inputObservationId', 'outputObservationId'].map(
      (name) => [name, id],
    ),
  ),
  ...Object.fromEntries(
    ['input', 'output', 'inputText', 'outputText', 'modelParameters', 'Text.value'].map((name) => [name, json]),
  ),
  ...Object.fromEntries(['stamp', 'first'].map((name) => [name, stamp])),
  dataType: fc.constantFrom(...SCORE_TYPES),
  'Score.metadata': json.map((value) => `{"member":${value}}`),
  project: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
};

function valueOf(field: Field): fc.Arbitrary<unknown> {
  const { resolvedType } = field.resolve();
  const named = NAMED[`${field.parent?.name ?? ''}.${field.name}`] ?? NAMED[field.name];
  const one = resolvedType instanceof Type ? messageOf(resolvedType) : (named ?? SCALARS[field.type]);
  if (one === undefined) throw new Error(`no values of the type ${field.type}`);
  if (!field.repeated) return one;
  // The keys of a map occur once.
  const selector = (value: unknown): unknown => (value as { readonly key?: string } | undefined)?.key ?? {};
  return fc.uniqueArray(one, { maxLength: 3, selector });
}

/** Also the presence of an optional field is a choice, of that field or none. */
function choiceOf(oneof: OneOf): fc.Arbitrary<Members> {
  const choices = oneof.fieldsArray.map((field) => valueOf(field).map((value) => ({ [field.name]: value })));
  return oneof.name === 'body' ? fc.oneof(...choices) : fc.oneof(fc.constant({}), ...choices);
}

function messageOf(type: Type): fc.Arbitrary<Members> {
  const always = type.fieldsArray.filter(({ partOf }) => !partOf);
  const parts: fc.Arbitrary<Members>[] = [
    ...always.map((field) => valueOf(field).map((value) => ({ [field.name]: value }))),
    ...type.oneofsArray.map(choiceOf),
  ];
  return fc.tuple(...parts).map((members) => Object.assign({}, ...members) as Members);
}

function versionOf({ project, trace, scores }: Members): number {
  if (scores !== undefined) return 4;
  if ((trace as Members | undefined)?.['stamps'] !== undefined) return 3;
  return project === undefined ? 1 : 2;
}

/** The bytes of records of all kinds, with values of each field that record.proto has. Those with a project have version 2, those with stamps 3, scores 4. */
export const recordBytes: fc.Arbitrary<Uint8Array> = messageOf(Message).map((members) =>
  Message.encode(Message.fromObject({ ...members, schemaVersion: versionOf(members) })).finish(),
);

/** Decodes bytes by record.proto alone. */
export function readMessage(bytes: Uint8Array): Members {
  return Message.toObject(Message.decode(bytes), { longs: String });
}
