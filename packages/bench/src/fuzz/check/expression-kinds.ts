import { type Schema, schemaOf } from '../input/draw-schema';
import { type Kind, sizeOf, SIZES } from './kind';
import { parsed } from './text';

interface ConditionSchema {
  readonly properties: Readonly<Record<'type' | 'column' | 'operator', Schema>>;
}

const FORMS = ['conditions', 'another JSON', 'no JSON'];
const COUNTED = [
  'conditions',
  'conditions on an observation',
  'values',
  'characters of a value',
  'characters of a key',
];

/** Kinds of the filter expressions of a schema in the document: each column and operator of each type, and the sizes of all that may be many or long. */
export function allExpressionKinds({ contentSchema }: Schema): readonly Kind[] {
  const { items } = contentSchema as { readonly items: Schema };
  const types = items.anyOf as readonly ConditionSchema[];
  const named = types.flatMap(({ properties: { type, column, operator } }): Kind[] => [
    ...(column.enum as string[]).map((name): Kind => ['columns', `${String(type.const)} ${name}`]),
    ...(operator.enum as string[]).map((name): Kind => ['operators', `${String(type.const)} ${name}`]),
  ]);
  const counted = COUNTED.flatMap((group) => SIZES.map((size): Kind => [group, size]));
  const hasDeep = types.some(({ properties: { type } }) => type.const === 'observation');
  return [
    ...FORMS.map((form): Kind => ['form', form]),
    ...named,
    ...counted.filter(([group]) => hasDeep || group !== 'conditions on an observation'),
    ['conditions', 'none'],
    ...['several', 'the most', 'too many'].map((size): Kind => ['characters', size]),
  ];
}

/** Returns the kinds of one expression, a text of any form. */
export function expressionKinds(text: string, schema: Schema): readonly Kind[] {
  const length: Kind = ['characters', sizeOf(Array.from(text).length, Number(schema.maxLength))];
  const value = parsed(text);
  if (value === undefined) return [length, ['form', 'no JSON']];
  if (!Array.isArray(value)) return [length, ['form', 'another JSON']];
  const { maxItems, items } = schema.contentSchema as { readonly maxItems: number; readonly items: Schema };
  const kinds = value.flatMap((condition) => conditionKinds(condition, items));
  return [length, ['form', 'conditions'], ['conditions', sizeOf(value.length, maxItems)], ...kinds];
}

function conditionKinds(condition: unknown, of: Schema): readonly Kind[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { type, column, operator, value, key } = condition as Readonly<Record<string, unknown>>;
  const types = schemaOf(of).anyOf as readonly { readonly properties: Readonly<Record<string, Schema>> }[];
  const properties = types.find((each) => each.properties.type?.const === type)?.properties;
  if (properties === undefined) return [];
  const kinds: Kind[] = [
    ['columns', `${String(type)} ${textOf(column)}`],
    ['operators', `${String(type)} ${textOf(operator)}`],
  ];
  const { maxItems, items, maxLength } = properties.value ?? {};
  if (Array.isArray(value)) {
    const isDeep = type === 'observation';
    kinds.push([isDeep ? 'conditions on an observation' : 'values', sizeOf(value.length, Number(maxItems))]);
    if (isDeep) kinds.push(...value.flatMap((each) => conditionKinds(each, items as Schema)));
  }
  if (typeof value === 'string' && maxLength !== undefined) {
    kinds.push(['characters of a value', sizeOf(Array.from(value).length, Number(maxLength))]);
  }
  if (typeof key === 'string') {
    kinds.push(['characters of a key', sizeOf(Array.from(key).length, Number(properties.key?.maxLength))]);
  }
  return kinds;
}

/** Text, or an empty one for a value of another type. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
