import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { CHART } from './helm';
import { LEAST, VALUE_SETS, over } from './value-sets';

const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const defaults = parse(read('values.yaml')) as Record<string, unknown>;
const schema = JSON.parse(read('values.schema.json')) as Schema;
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Resolves a schema that refers to a definition. */
const resolved = (each: Schema): Schema => schema.definitions?.[each.$ref?.split('/').pop() ?? ''] ?? each;

/** Validates values merged over the chart's own, as Helm does. */
function problemsOf(values: Readonly<Record<string, unknown>>): string[] {
  void validate(over(defaults, values));
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

test.each(Object.entries(VALUE_SETS))('the schema takes %s', (_, values) => {
  expect(problemsOf(values)).toEqual([]);
});

test.each([
  ['a misspelt name', { gatway: {} }, ' must NOT have additional properties'],
  [
    'a misspelt name within',
    { writer: { keda: { enabld: true } } },
    '/writer/keda must NOT have additional properties',
  ],
  ['text for a number', { gateway: { replicas: 'two' } }, '/gateway/replicas must be integer'],
  ['no writer at all', { writer: { replicas: 0 } }, '/writer/replicas must be >= 1'],
  ['a tag that moves', { image: { tag: 'latest' } }, '/image/tag must NOT be valid'],
  [
    'a mechanism that there is not',
    { kafka: { sasl: { mechanism: 'gssapi' } } },
    '/kafka/sasl/mechanism must be equal to one',
  ],
  ['a port that there is not', { query: { service: { port: 70000 } } }, '/query/service/port must be <= 65535'],
  [
    'less time than it takes to end',
    { defaults: { terminationGracePeriodSeconds: 5 } },
    '/defaults/terminationGracePeriodSeconds must be >= 30',
  ],
  ['a share of more than all', { selfTraces: { share: 10 } }, '/selfTraces/share must be <= 1'],
  [
    'a receiver with a password',
    { selfTraces: { endpoint: 'https://user:word@otel' } },
    '/selfTraces/endpoint must match pattern',
  ],
  ['a size of a disk by the units of Kubernetes', { database: { diskSize: '500Gi' } }, '/database/diskSize must match'],
  ['a disk without room', { database: { diskSize: '0' } }, '/database/diskSize must match'],
  ['a project that cannot be called so', { projectId: 'my project' }, '/projectId must match'],
  ['a level that there is not', { logLevel: 'loud' }, '/logLevel must be equal to one of the allowed values'],
])('the schema refuses %s', (_, values, problem) => {
  expect(problemsOf(over(LEAST, values)).join('\n')).toContain(problem);
});

test('the schema has every value of the chart, and lets no other in', () => {
  const unknown = (values: object, of: Schema, path: string): string[] => {
    const { properties = {}, type } = resolved(of);
    return Object.entries(values).flatMap(([name, value]) => {
      const place = `${path}.${name}`;
      const known = properties[name];
      if (known === undefined) return type === 'object' && Object.keys(properties).length === 0 ? [] : [place];
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? unknown(value as object, known, place)
        : [];
    });
  };
  expect(unknown(defaults, schema, '')).toEqual([]);
  const open = (of: Schema, path: string): string[] => {
    const { properties, additionalProperties } = resolved(of);
    return [
      ...(properties !== undefined && additionalProperties !== false ? [path] : []),
      ...Object.entries(properties ?? {}).flatMap(([name, each]) => open(each, `${path}.${name}`)),
    ];
  };
  // Other charts of an umbrella have values there, too.
  expect(open(schema, '')).toEqual(['.global']);
});
