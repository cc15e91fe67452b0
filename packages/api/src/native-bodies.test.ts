import { DEFAULT_LIMITS, DecodeError, decodeNativeBatch, portionsOf } from '@sluice/decode';
import { type ItemList, LISTS } from '@sluice/decode/schemas';
import { schemaCompiler } from './testing/compile-schema';
import fc from 'fast-check';
import type { Schema } from './document';
import { openApiDocument } from './openapi';
import { ref } from './schemas/values';

/*
 * The documented form of a native body and the check and readers of packages/decode accept the same bodies. What no schema
 * can express is left out of the bodies here: that a `traceId` is that of the trace, that a zone moves
 * a time out of 1970 to 2199, times more than a day ahead, nesting and size of values.
 */

const ID = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
const HEX = ID.replaceAll('-', '').toUpperCase();
const NOW = Date.UTC(2199, 11, 31) * 1000;

const compile = schemaCompiler(openApiDocument);
const refusedBatch = compile(ref('TraceBatch'));

/** Why decoding refuses a body; undefined where it accepts it. */
function refusalOf(decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.message;
  }
}

const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const batchRefusal = (body: unknown) => refusalOf(() => decodeNativeBatch(bytes(body), DEFAULT_LIMITS));
/** Returns the check of bodies with a list, which is decoded portion by portion. */
function listCheck(list: ItemList) {
  const portions = portionsOf(list);
  return (body: unknown) => refusalOf(() => Array.from<unknown>(portions(bytes(body), DEFAULT_LIMITS, NOW)));
}

function expectAgreement(documented: string | undefined, decoded: string | undefined): void {
  const agree = (documented === undefined) === (decoded === undefined);
  expect({ agree, documented, decoded }).toMatchObject({ agree: true });
}

const ODD = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e12,
  1e12 + 1,
  1e300,
  '',
  'x',
  '7',
  '10.5',
  '123456789012',
  '1234567890123',
  [],
  {},
  ['x'],
  { a: 1 },
];
const TEXTS = [500, 501, 1000, 1001].flatMap((length) => ['t'.repeat(length), '😀'.repeat(length)]);
const IDS = [ID, ID.toUpperCase(), HEX, 'b7ad6b7169203331', 'B7AD6B7169203331', HEX.slice(1), `${HEX}0`, `{${ID}}`];
const TIMES = [
  '2026-11-20',
  '2026-11-20T10:00Z',
  '2026-11-20t10:00:00z',
  '2026-11-20 10:00:00.123456789+01:00',
  '2026-11-20T10:00:00,5-0130',
  '2026-11-20T10:00:00 +01',
  '2026-11-20T10',
  '2026-11-20T24:00:00Z',
  '2026-11-20T10:60:00Z',
  '2026-11-20T10:00:60Z',
  '2026-11-20T10:00:00.Z',
  '2026-11-20T10:00:00.1234567890Z',
  '2026-11-20T10:00:00+24:00',
  '2026-13-01',
  '2026-00-10',
  '2026-11-32',
  '26-11-20',
  '2026-02-28',
  '2026-02-29',
  '2026-02-30',
  '2028-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-12-31',
  '1969-12-31T23:59:59Z',
  '2200-01-01',
  'yesterday',
  '1795212000',
];
const TYPES = ['t'.repeat(64), 't'.repeat(65), 'SPAN', 'my-type'];
const LEVELS = ['DEBUG', 'DEFAULT', 'WARNING', 'ERROR', 'LOUD'];
const MAPS = [
  { input: 1, output: '2', total: null },
  { input: 1.5 },
  { total: -1 },
  { unit: 'TOKENS', inputCost: 0.5, totalCost: 1e9 },
  { outputCost: 1e9 + 1 },
  { totalCost: 'free' },
  { prompt_tokens_details: { cached_tokens: '2', audio_tokens: null } },
  { output_tokens_details: { reasoning_tokens: 'many' } },
  { completion_tokens_details: 5, input_tokens_details: null },
  { cache_creation: { ephemeral_5m_input_tokens: 7 } },
  { cache_creation: { ephemeral_5m_input_tokens: 'many' } },
];
const TAGS = [['a', 'b'], ['a', null], TEXTS, Array.from({ length: 200 }, String), Array.from({ length: 201 }, String)];

const value = fc.oneof(
  fc.constantFrom<unknown>(...ODD),
  fc.constantFrom<unknown>(...TEXTS, ...IDS, ...TIMES, ...TYPES, ...LEVELS, ...MAPS, ...TAGS),
);

/** The members that a schema of the document lists, some of them with any value. */
function members(schema: string, except: readonly string[] = []): fc.Arbitrary<Record<string, unknown>> {
  const { properties } = openApiDocument.components.schemas[schema] as { properties: object };
  const names = Object.keys(properties).filter((name) => !except.includes(name));
  return fc.dictionary(fc.constantFrom(...names, 'unknown'), value, { maxKeys: 3 });
}

const id = fc.oneof({ weight: 9, arbitrary: fc.constant(ID) }, { weight: 1, arbitrary: value });

/** The body with a list of this name, as the document has it: the item of its example, and what an item may have. */
function listBody(list: string) {
  const { paths, components } = openApiDocument;
  for (const { post } of Object.values(paths)) {
    const { schema, example } = post?.requestBody?.content['application/json'] ?? {};
    const items = (example as Record<string, readonly Record<string, unknown>[]> | undefined)?.[list];
    if (schema === undefined || items?.[0] === undefined) continue;
    const { properties } = resolved(schema) as { properties: Record<string, { items: Schema }> };
    const itemSchema = resolved(properties[list]!.items) as { properties: Schema; required: readonly string[] };
    return { schema, item: items[0], ...itemSchema };
  }
  throw new Error(`no body of the document has an example of the list ${list}`);

  function resolved(schema: Schema): Schema {
    return components.schemas[String(schema['$ref']).replace('#/components/schemas/', '')]!;
  }
}

/** Texts and objects as long as a schema allows anywhere within, and longer by one. */
function atTheBounds(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, bound]: [string, unknown]) => {
    if (typeof bound !== 'number') return atTheBounds(bound);
    const sizes = [bound, bound + 1];
    if (keyword === 'maxLength') {
      return sizes.map((length) => 'n'.repeat(length)).flatMap((text) => [text, { [text]: 'v' }, { l: text }]);
    }
    const membersOf = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`l${index}`, 'v']));
    return keyword === 'maxProperties' ? sizes.map(membersOf) : [];
  });
}

describe('the document and the decoder', () => {
  it('agree on traces', () => {
    const batch = fc
      .record({ id, members: members('TraceInput', ['id']) })
      .map((made) => ({ trace: { id: made.id, ...made.members } }));
    fc.assert(
      fc.property(batch, (body) => expectAgreement(refusedBatch(body), batchRefusal(body))),
      { numRuns: 3000 },
    );
  });

  it('agree on observations', () => {
    const observation = fc
      .record({ id, members: members('ObservationInput', ['id', 'traceId']) })
      .map((made) => ({ id: made.id, ...made.members }));
    fc.assert(
      fc.property(observation, (sent) => {
        const body = { trace: { id: ID }, observations: [{ id: ID }, sent] };
        expectAgreement(refusedBatch(body), batchRefusal(body));
      }),
      { numRuns: 5000 },
    );
  });

  it('agree on every value of every member', () => {
    const { TraceInput, ObservationInput } = openApiDocument.components.schemas as Record<
      string,
      { properties: object }
    >;
    const values = [...ODD, ...TEXTS, ...IDS, ...TIMES, ...TYPES, ...LEVELS, ...MAPS, ...TAGS];
    for (const sent of values) {
      for (const name of Object.keys(TraceInput!.properties)) {
        const body = { trace: { id: ID, [name]: sent } };
        expectAgreement(refusedBatch(body), batchRefusal(body));
      }
      for (const name of Object.keys(ObservationInput!.properties)) {
        if (name === 'traceId' && typeof sent === 'string' && IDS.includes(sent)) continue;
        const body = { trace: { id: ID }, observations: [{ id: ID, [name]: sent }] };
        expectAgreement(refusedBatch(body), batchRefusal(body));
      }
    }
  });

  it.each([
    null,
    [],
    {},
    'text',
    { trace: null },
    { trace: {} },
    { trace: { id: ID } },
    { trace: { id: ID }, observations: null },
    { trace: { id: ID }, observations: {} },
    { trace: { id: ID }, observations: [null] },
    { trace: { id: ID }, observations: [{}] },
    { trace: { id: ID }, observations: [{ id: ID, traceId: HEX }], unknown: 1 },
    { trace: { id: ID }, observations: Array<object>(50_000).fill({ id: ID }) },
    { trace: { id: ID }, observations: Array<object>(50_001).fill({ id: ID }) },
  ])('agree on the batch %#', (body) => {
    expectAgreement(refusedBatch(body), batchRefusal(body));
  });

  it.each(Object.entries(LISTS))('agree on the list %s', (list, schemas) => {
    const listRefusal = listCheck(schemas);
    const body = listBody(list);
    const refused = compile(body.schema);
    const { item, required, properties } = body;
    const any = fc.oneof(value, fc.constantFrom<unknown>(...atTheBounds(properties)));
    const sent = fc
      .dictionary(fc.constantFrom(...Object.keys(properties), 'unknown'), any, { maxKeys: 2 })
      .map((made) => ({ ...Object.fromEntries(required.map((name) => [name, item[name]])), ...made }));
    fc.assert(
      fc.property(sent, (odd) => {
        const items = { [list]: [item, odd] };
        expectAgreement(refused(items), listRefusal(items));
      }),
      { numRuns: 3000 },
    );
    for (const whole of [null, [], {}, ...[null, {}, [], [item], [{}], [null]].map((items) => ({ [list]: items }))]) {
      expectAgreement(refused(whole), listRefusal(whole));
    }
    expect(refused({ [list]: [item] })).toBeUndefined();
  });

  it('differ where the document says more in words: the case of a level', () => {
    const body = { trace: { id: ID }, observations: [{ id: ID, level: 'warning' }] };
    expect(batchRefusal(body)).toBeUndefined();
    expect(refusedBatch(body)).toContain('level');
  });
});
