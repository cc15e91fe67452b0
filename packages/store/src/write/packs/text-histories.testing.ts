import { type JsonText, type TraceIo, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { passage } from './passages.testing';

/** Passages of a conversation, of which long texts consist. */
const PASSAGES = 8;

/** A conversation up to a step, in one of three forms, edited anywhere. */
const conversation = fc
  .record({
    number: fc.integer({ min: 0, max: 2 }),
    steps: fc.integer({ min: 1, max: PASSAGES }),
    /** Characters before it, by which everything behind is at other bytes. */
    prefix: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 300),
    at: fc.integer({ min: 0, max: PASSAGES }),
    deleted: fc.constantFrom(0, 0, 1, 2),
    inserted: fc.array(fc.integer({ min: 100, max: 105 }), { maxLength: 1 }),
    form: fc.constantFrom<'string' | 'array' | 'object'>('string', 'array', 'object'),
  })
  .map((plan) => ({ conversation: plan }));

/** A string with this number of UTF-16 units, around the limit from which on text is in packs. */
const aroundLimit = fc.record({
  units: fc.integer({ min: 1020, max: 1028 }),
  character: fc.constantFrom('a', 'é', '漢', '\u{1F600}'),
});

const short = fc.record({ text: fc.constantFrom('1.0', '"short"', '{"a": [1,2]}') });

const value = fc.oneof({ weight: 6, arbitrary: conversation }, { weight: 2, arbitrary: aroundLimit }, short);

/** A value in a few words, so that a failed history can be read. */
type Value = typeof value extends fc.Arbitrary<infer T> ? T : never;

/** Returns the text of a value. */
function textOfValue(plan: Value): JsonText {
  if ('text' in plan) return plan.text;
  if ('units' in plan) {
    const { units, character } = plan;
    const count = Math.floor((units - 2) / character.length);
    return `"${character.repeat(count)}${'-'.repeat(units - 2 - count * character.length)}"`;
  }
  const { number, steps, prefix, at, deleted, inserted, form } = plan.conversation;
  const passages = Array.from({ length: steps }, (_, step) => passage(number * PASSAGES + step));
  passages.splice(at, deleted, ...inserted.map(passage));
  const before = 'x'.repeat(prefix);
  if (form === 'string') return `"${before}${passages.join('')}"`;
  if (form === 'array') return `["${before}","${passages.join('", "')}"]`;
  return `{"prefix":"${before}","messages":[${passages.map((text) => `{"role": "user","content":"${text}"}`).join()}],"n":1.0}`;
}

const metadata = fc.dictionary(fc.constantFrom('z', 'a', 'é"', '__proto__'), value, { minKeys: 1 });
const side = fc.oneof(value, fc.record({ observation: fc.integer({ min: 1, max: 3 }) }));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const observation = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  input: optional(value),
  output: optional(value),
  metadata: optional(metadata),
});

const record = (n: number) =>
  fc.record({
    n: fc.constant(n),
    project: fc.constantFrom(undefined, undefined, 'acme'),
    trace: fc.integer({ min: 1, max: 2 }),
    /** Milliseconds: any order, and often equal. */
    received: fc.integer({ min: 0, max: 9 }),
    own: fc.record({ input: optional(side), output: optional(side), metadata: optional(metadata) }),
    observations: fc.uniqueArray(observation, { selector: ({ id }) => id, maxLength: 3 }),
  });

/** A record of a history in a few words. */
export type RecordPlan = ReturnType<typeof record> extends fc.Arbitrary<infer T> ? T : never;

/** Records of four traces of two projects, whose texts repeat each other. */
export const textHistory: fc.Arbitrary<readonly RecordPlan[]> = fc
  .integer({ min: 2, max: 10 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => record(index))));

/** Returns the trace id of a record's number of a trace. */
export const traceIdOf = (trace: number): string => uuid(100 + trace);

/** Makes a record of a history. */
export function recordOf({ n, project, trace, received, own, observations }: RecordPlan): TraceRecord {
  const recordId = uuid(1000 + n);
  const receivedAt = HISTORY_START + received * 1000;
  const fields = fieldsOf(own, (plan): TraceIo =>
    'observation' in plan ? { observationId: uuid(plan.observation) } : { text: textOfValue(plan) },
  );
  return {
    kind: 'trace',
    recordId,
    receivedAt,
    ...(project !== undefined && { project }),
    traceId: traceIdOf(trace),
    tags: [],
    observations: observations.map(({ id, ...texts }) => ({
      id: uuid(id),
      counted: true,
      ...fieldsOf(texts, textOfValue),
    })),
    updates: [{ stamp: receiveStamp(receivedAt, recordId), fields }],
  };
}

interface Planned<Side> {
  readonly input: Side | undefined;
  readonly output: Side | undefined;
  readonly metadata: Readonly<Record<string, Value>> | undefined;
}

function fieldsOf<Side, T>({ input, output, metadata: members }: Planned<Side>, make: (plan: Side) => T) {
  return {
    ...(input !== undefined && { input: make(input) }),
    ...(output !== undefined && { output: make(output) }),
    ...(members !== undefined && {
      metadata: new Map(Object.entries(members).map(([key, plan]) => [key, textOfValue(plan)])),
    }),
  };
}
