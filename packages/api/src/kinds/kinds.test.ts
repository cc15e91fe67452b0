import { ApiError } from '@sluice/http';
import {
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  CONDITION_WORDS,
  EXPRESSION_LIMITS,
  TRACE_COLUMNS,
} from '@sluice/record';
import fc from 'fast-check';
import type { Schema } from '../document';
import type { Endpoint } from '../endpoint';
import { endpoints } from '../endpoints';
import { openApiDocument } from '../openapi';
import { schemaCompiler } from '../testing/compile-schema';
import { jsonOf } from './json';
import type { Kind } from './kind';

/*
 * The one schema and the one reader of each kind accept the same values: at the edges of the schema, drawn inside of it, and
 * drawn near it. Parameters of all endpoints are tried, so that a kind that an endpoint uses is tried.
 */

const compile = schemaCompiler(openApiDocument);

/** Kinds by parameter and schema; without positions, whose schema shows any text, because no client makes one. */
const kinds: ReadonlyMap<string, Kind<unknown>> = new Map(
  Object.values<Endpoint>(endpoints).flatMap(({ query = {}, refused = {} }) =>
    [...Object.entries(query).map(([name, { kind }]) => [name, kind] as const), ...Object.entries(refused)]
      .filter(([name]) => name !== 'searchFrom' && name !== 'cursor')
      .map(([name, kind]) => [`${name}: ${JSON.stringify(kind.schema).slice(0, 120)}`, kind] as const),
  ),
);

function isRead({ read }: Kind<unknown>, text: string): boolean {
  try {
    read({ name: text }, 'name');
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.message.startsWith('name')) return false;
    throw error;
  }
}

/** Whether a schema accepts the text of a parameter, as its style writes a value. */
function judgeOf({ contentSchema, ...schema }: Schema): (text: string) => boolean {
  const complaint = compile(schema);
  if (contentSchema !== undefined) {
    const inner = compile(contentSchema as Schema);
    return (text) => complaint(text) === undefined && inner(jsonOf(text)) === undefined;
  }
  if (schema['type'] === 'integer') {
    return (text) => complaint(/^-?\d+$/.test(text) ? Number(text) : text) === undefined;
  }
  if (schema['type'] === 'number') {
    return (text) => text === text.trim() && typeof jsonOf(text) === 'number' && complaint(jsonOf(text)) === undefined;
  }
  if (schema['type'] !== 'array') return (text) => complaint(inWords(schema, text)) === undefined;
  return (text) => complaint(text.split(',').filter((part) => part !== '')) === undefined;
}

/** The text without what the document says in words only: a blank for `+`, and the case of a direction. */
function inWords({ $ref, enum: listed }: Schema, text: string): string {
  if ($ref !== undefined) return text.replace(/(:.*) (\d\d(?::?\d\d)?)$/, '$1+$2');
  const isOrder = Array.isArray(listed) && listed.includes('timestamp.desc');
  return isOrder ? text.replace(/\.(?:asc|desc)$/i, (direction) => direction.toLowerCase()) : text;
}

const digits = (most: number) => fc.integer({ min: 0, max: most }).map((number) => `${number}`.padStart(2, '0'));

const times = fc
  .tuple(
    fc.integer({ min: 0, max: 10_100 }).map((year) => `${year}`.padStart(4, '0')),
    ...[digits(13), digits(32), digits(24), digits(60), digits(60)],
    fc.constantFrom('', '.5', ',25', '.123456789', '.1234567890'),
    fc.constantFrom('', 'Z', 'z', '+01:00', '-0230', '+24', '+23', ' Z', ' 01:00', 'CET'),
    fc.constantFrom(10, 16, 16, 19),
  )
  .map(([year, month, day, hour, minute, second, fraction, zone, length]) => {
    const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`.slice(0, length);
    return length === 10 ? text : `${text}${length === 19 ? fraction : ''}${zone}`;
  });

const odd = fc.constantFrom<unknown>(
  '',
  'x',
  'x'.repeat(EXPRESSION_LIMITS.text),
  'x'.repeat(1001),
  0,
  1.5,
  true,
  null,
  {},
);
const value = fc.oneof(odd, times, fc.array(odd, { minLength: 1, maxLength: 3 }), fc.constant(Array(201).fill('x')));
const condition = fc
  .tuple(fc.constantFrom(...Object.keys(TRACE_COLUMNS), 'height'), fc.nat(), fc.nat(), value, fc.nat(9))
  .map(([column, typeAt, operatorAt, given, chance]) => {
    const known =
      column in TRACE_COLUMNS ? CONDITION_TYPES[TRACE_COLUMNS[column as keyof typeof TRACE_COLUMNS]] : ['string'];
    const types = chance === 0 ? Object.keys(CONDITION_OPERATORS) : known;
    const type = types[typeAt % types.length] as keyof typeof CONDITION_OPERATORS;
    const operators = [...CONDITION_OPERATORS[type], ...(chance === 1 ? ['like'] : [])];
    // Levels have words of their own, which the schema of a list of texts does not show.
    const levels = column === 'level' || column === 'outcome' ? { value: [CONDITION_WORDS[column][0]] } : {};
    return { type, column, operator: operators[operatorAt % operators.length], value: given, ...levels };
  });
const expressions = fc.oneof(
  fc.array(condition, { maxLength: 2 }).map((conditions) => JSON.stringify(conditions)),
  fc.constantFrom('x', '[', '{}', 'null', '[1]', ' [ ] ', `[${' '.repeat(8000)}]`, `[${'{},'.repeat(20)}{}]`),
);
const labels = fc.oneof(
  fc
    .dictionary(fc.string(), fc.oneof({ weight: 4, arbitrary: fc.string() }, odd))
    .map((object) => JSON.stringify(object)),
  fc.constantFrom('x', '[]', '{', ' { } ', '"a"', '{"a":"b",}', '{"a":"\\ud800"}'),
);

/** Texts inside of a schema and, of some, outside. */
function drawn({
  $ref,
  type,
  enum: listed,
  items,
  minimum,
  maximum,
  maxLength,
  contentSchema,
  pattern,
  examples,
}: Schema): fc.Arbitrary<string> {
  if ($ref !== undefined) return times;
  if (contentSchema !== undefined) return (contentSchema as Schema)['type'] === 'array' ? expressions : labels;
  if (type === 'array')
    return fc.array(drawn(items as Schema), { minLength: 1, maxLength: 4 }).map((each) => each.join());
  if (Array.isArray(listed)) return fc.constantFrom(...(listed as string[]));
  if (pattern !== undefined && Array.isArray(examples)) {
    const words = examples as readonly string[];
    return fc.constantFrom(...words, ...words.map((word) => word.toLowerCase()), 'x');
  }
  if (type === 'number') {
    const odd = fc.constantFrom('1e-05', '-0', '1E400', 'NaN', 'Infinity', '0x10', '1.', '.5', '+1', '01', ' 1');
    return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), odd);
  }
  if (type !== 'integer') {
    const edges = ['x', 'é'.repeat(Number(maxLength ?? 1)), '\u{1F600}'.repeat(Number(maxLength ?? 1) + 1)];
    return fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom(...edges.filter((edge) => edge !== '')),
    );
  }
  const edges = [minimum, maximum].map(Number).flatMap((edge) => [edge - 1, edge, edge + 1]);
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 * Number(maximum) })).map(String);
}

/** The same, and texts that are one character away. */
function near(schema: Schema): fc.Arbitrary<string> {
  const whole = drawn(schema);
  if (schema['contentSchema'] !== undefined) return whole;
  const changed = fc
    .tuple(whole, fc.nat(), fc.constantFrom('', 'x', '.', '-', '7', 'A'), fc.nat(1))
    .map(([text, at, character, without]) => {
      const place = at % (text.length + 1);
      return `${text.slice(0, place)}${character}${text.slice(place + without)}`;
    });
  return fc.oneof(whole, changed).filter((text) => text !== '' && !/^0\d{15}/.test(text));
}

/** Whether a schema refuses some text that is not empty. */
const isBounded = ({ items = {}, ...schema }: Schema): boolean =>
  schema['type'] === 'number' ||
  ['$ref', 'enum', 'minimum', 'maxLength', 'pattern'].some(
    (keyword) => keyword in schema || keyword in (items as Schema),
  );

it.each([...kinds])('%s is read where its schema accepts it, and refused where its schema does', (_, kind) => {
  const { schema } = kind;
  const accepts = judgeOf(schema);
  const seen = new Set<boolean>();
  const agree = (text: string): void => {
    const isAccepted = accepts(text);
    seen.add(isAccepted);
    expect({ text, isRead: isRead(kind, text) }).toEqual({ text, isRead: isAccepted });
  };
  fc.assert(fc.property(near(schema), agree), { seed: 27, numRuns: 400 });
  expect([...seen].sort()).toEqual([
    ...(isBounded(schema) ? [false] : []),
    ...(schema['maxLength'] === 0 ? [] : [true]),
  ]);
});
