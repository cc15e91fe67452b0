import { openApiDocument, type Parameter, type Schema } from '@sluice/api';
import { type Product, startProduct } from './product.testing';

/*
 * Query parameters of the document, tested on the product: every listed value is accepted, the next ones beyond are refused with the
 * parameter's name.
 */

const NO_TRACE = '0'.repeat(32);

/** Status of an accepted request where it is not 200. */
const ANSWERED: Readonly<Record<string, number>> = {
  [`/api/public/traces/${NO_TRACE}`]: 404,
  [`/api/public/observations/${NO_TRACE}`]: 404,
  [`/api/public/sessions/${NO_TRACE}`]: 404,
};

/** Required parameters of operations. */
const REQUIRED: Readonly<Record<string, string>> = {
  '/api/public/metrics/query': 'name=m',
  '/api/public/metrics/labels': 'name=m',
  '/api/public/observations': 'ids=a',
  '/api/public/traces/values': 'field=name',
  '/api/public/traces/groups': 'by=userId',
};

/** Parameters that another parameter needs. */
const BESIDE: Readonly<Record<string, string>> = { searchFrom: 'q=x' };

const parameters = Object.entries(openApiDocument.paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ path: path.replace(/\{\w+\}/, NO_TRACE), parameter })),
);

/** Makes a case of each parameter and each of its values. */
const casesOf = (valuesOf: (parameter: Parameter) => readonly string[]) =>
  parameters.flatMap(({ path, parameter }) =>
    valuesOf(parameter).map((value) => [path, parameter.name, value] as const),
  );

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

async function ask(path: string, query: string): Promise<{ status: number; message: string }> {
  const required = REQUIRED[path] ?? '';
  const [name = ''] = query.split('=', 1);
  const isGiven = required.split('=', 1)[0] === name;
  const beside = [isGiven ? '' : required, BESIDE[name] ?? ''].join('&');
  const { status, body } = await product.get(`${path}?${beside}&${query}`);
  return { status, message: String(body['message']) };
}

const pair = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`;

test.each(casesOf(({ schema }) => acceptedOf(schema)))('%s accepts %s=%s', async (path, name, value) => {
  const { status, message } = await ask(path, pair(name, value));
  expect({ status, message }).toMatchObject({ status: ANSWERED[path] ?? 200 });
});

test.each(casesOf(({ schema }) => refusedOf(schema)))('%s refuses %s=%s, naming it', async (path, name, value) => {
  const { status, message } = await ask(path, pair(name, value));
  expect(status).toBe(400);
  expect(message).toMatch(new RegExp(`^${name}: expected `));
});

test.each(parameters.filter(({ parameter }) => 'enum' in parameter.schema))(
  '$path names every word of $parameter.name that the document has, and no other',
  async ({ path, parameter: { name, schema } }) => {
    const words = new Set((schema as KnownSchema).enum?.map((word) => word.split('.', 1)[0]));
    const { message } = await ask(path, pair(name, 'beyond'));
    expect(message).toMatch(new RegExp(`one of ${[...words].join(', ')}, got "beyond"$`));
  },
);

test.each(casesOf(({ schema }) => (schema['type'] === 'array' ? [] : acceptedOf(schema).slice(0, 1))))(
  '%s refuses %s given twice with different values (%s)',
  async (path, name, value) => {
    const { status, message } = await ask(path, `${pair(name, value)}&${pair(name, `${value}0`)}`);
    expect(status).toBe(400);
    expect(message).toMatch(new RegExp(`^${name}: expected one value`));
  },
);

test.each(parameters.filter(({ parameter }) => parameter.required !== true))(
  '$path takes an empty $parameter.name as absent',
  async ({ path, parameter }) => {
    expect(parameter.allowEmptyValue ?? takesAnyText(parameter.schema)).toBe(true);
    const { status, message } = await ask(path, `${parameter.name}=`);
    expect({ status, message }).toMatchObject({ status: ANSWERED[path] ?? 200 });
  },
);

test.each(parameters.filter(({ parameter }) => parameter.required === true))(
  '$path refuses to do without $parameter.name',
  async ({ path, parameter: { name } }) => {
    const { status, body } = await product.get(`${path}?${name}=`);
    expect({ status, message: body['message'] }).toMatchObject({ status: 400, message: expect.stringContaining(name) });
  },
);

test('names of fields that are not known are ignored', async () => {
  expect((await ask('/api/public/traces', 'fields=io,unknown')).status).toBe(200);
});

function takesAnyText({ items = { type: 'string' }, pattern, enum: words }: Schema): boolean {
  return (items as Schema)['type'] === 'string' && pattern === undefined && words === undefined;
}

/** Returns values at the limits of what a schema accepts. */
function acceptedOf(schema: Schema): readonly string[] {
  const { enum: words, minimum, maximum, items, examples, $ref } = schema as KnownSchema;
  if ($ref !== undefined) return acceptedOf(openApiDocument.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]!);
  if (items !== undefined)
    return items.examples === undefined ? ['a', 'a,b'] : [...items.examples, items.examples.join(',')];
  if (words !== undefined) return words;
  if (minimum !== undefined) return [minimum, maximum].map(String);
  return examples ?? ['x'];
}

/** Returns values just beyond the limits, and of other types. */
function refusedOf(schema: Schema): readonly string[] {
  const { enum: words, minimum, maximum, contentSchema, $ref } = schema as KnownSchema;
  if ($ref !== undefined) return ['yesterday', '2026-02-30', '10000-01-01', '1795212000'];
  if (words !== undefined) return ['beyond', `${words[0] ?? ''}x`, words.join(',')];
  if (minimum !== undefined) return [minimum - 1, Number(maximum) + 1, 1.5, 'abc', '0x1'].map(String);
  if (contentSchema === undefined) return [];
  return contentSchema.type === 'array'
    ? ['x', '{}', '"a"', '1', '[', 'null']
    : ['x', '[]', '"a"', '{"a":1}', '{"a":{}}'];
}

interface KnownSchema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly examples?: readonly string[] };
  readonly examples?: readonly string[];
  readonly contentSchema?: { readonly type: string };
}
