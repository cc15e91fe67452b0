import { ITEM_LIMITS, MAX_COST, MAX_COUNT, MAX_INTEGER } from '@sluice/record';

/** A JSON Schema of draft 2020-12, or a reference to one. */
export type Schema = { readonly [keyword: string]: unknown };

/**
 * Schema of a native body or of a part of it, in two forms that are written beside each other. Members that are not listed are ignored;
 * null is absent.
 */
export interface BodySchema {
  /**
   * Form that is checked before a value is read: types, structure and bounds of numbers. Its description completes the sentence
   * "<path> must be …".
   */
  readonly checked: Schema;
  /**
   * Form in the OpenAPI document. Rules that depend on settings or need a parsed value are here too: lengths, formats, words. They are
   * checked where the value is read.
   */
  readonly documented: Schema;
}

type Members = Readonly<Record<string, BodySchema>>;

/** Schema of an object, with the names of its members. */
export interface ObjectSchema<Name extends string = string> extends BodySchema {
  readonly members: Readonly<Record<Name, BodySchema>>;
}

/** An object with some members of these names, of any types. */
export type Sent<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** Most bytes of one value, in words. */
export const LARGEST = `${ITEM_LIMITS.valueBytes / 2 ** 20} MiB`;

/** Returns a reference to a schema of `components/schemas`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Keywords that both forms have, with the description of each form. */
const inBoth = (keywords: Schema, expected: string, description: string): BodySchema => ({
  checked: { ...keywords, description: expected },
  documented: { ...keywords, description },
});

/** The schema as the document refers to it: a component, with or without a description of its own. */
export const component = (name: string, { checked }: BodySchema, description?: string): BodySchema => ({
  checked,
  documented: { ...ref(name), ...(description !== undefined && { description }) },
});

/** Any JSON value. */
export const anyJson = (description: string): BodySchema => ({ checked: {}, documented: { description } });

const TEXT_TYPE = ['string', 'null'];

/** Text of which only the documented form is accepted. */
export const textAs = (documented: Schema): BodySchema => ({
  checked: { type: TEXT_TYPE, description: 'a string' },
  documented,
});

/** Text, at most `maxLength` characters long. */
export const text = (description: string, maxLength?: number): BodySchema =>
  textAs({ type: TEXT_TYPE, ...(maxLength !== undefined && { maxLength }), description });

/** Text that must not be null. @param expected the accepted form, in the message of a refusal */
export const string = (keywords: Schema, expected = 'a string'): BodySchema => ({
  checked: { type: 'string', description: expected },
  documented: { type: 'string', ...keywords },
});

export const time = (description: string): BodySchema => ({
  checked: { type: TEXT_TYPE, description: 'an ISO 8601 time' },
  documented: { anyOf: [ref('Time'), { type: 'null' }], description },
});

export const integer = (description: string): BodySchema =>
  inBoth(
    { type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER },
    `an integer from 0 to ${MAX_INTEGER}`,
    description,
  );

/** Number that must not be null. */
export const number = (description: string): BodySchema => inBoth({ type: 'number' }, 'a finite number', description);

export const flag = (description: string): BodySchema =>
  inBoth({ type: ['boolean', 'null'] }, 'true or false', description);

/** Component `TokenCount`. */
export const TOKEN_COUNT = inBoth(
  { type: ['integer', 'string', 'null'], minimum: 0, maximum: MAX_COUNT, pattern: '^[0-9]{1,12}$' },
  'an integer from 0 to 10^12',
  'An integer, or the text of its digits.',
);

/** Component `Usd`. */
export const USD = inBoth(
  { type: ['number', 'null'], minimum: 0, maximum: MAX_COST },
  'a number from 0 to 10^9 (USD)',
  'US dollars.',
);

export const tokens = (description?: string): BodySchema => component('TokenCount', TOKEN_COUNT, description);

export const cost = (description?: string): BodySchema => component('Usd', USD, description);

const OBJECT_TYPE = ['object', 'null'];
const AN_OBJECT = 'an object';

/** Object whose names the sender chooses, each with a value of one schema. */
export const objectOf = (value: BodySchema, description: string, bounds: Schema = {}): BodySchema => ({
  checked: { type: OBJECT_TYPE, description: AN_OBJECT, additionalProperties: value.checked },
  documented: { type: OBJECT_TYPE, ...bounds, additionalProperties: value.documented, description },
});

/** Object with any members. */
export const freeObject = (description: string): BodySchema => ({
  checked: { type: OBJECT_TYPE, description: AN_OBJECT },
  documented: { type: OBJECT_TYPE, description, additionalProperties: true },
});

/** Usage types of most bodies: members in the path of a refusal (`usage.input`); the document has no row for each. */
const COMMON_USAGE_TYPES = ['input', 'output', 'total'];

/** Values by usage type, and members that have a schema of their own. */
export function byUsageType(value: BodySchema, description: string, members?: Members): BodySchema {
  const common = Object.fromEntries(COMMON_USAGE_TYPES.map((name) => [name, value]));
  const limit = { maxProperties: ITEM_LIMITS.usageTypes };
  return {
    checked: {
      type: OBJECT_TYPE,
      description: AN_OBJECT,
      ...limit,
      additionalProperties: value.checked,
      properties: inForm('checked', { ...common, ...members }),
    },
    documented: {
      type: OBJECT_TYPE,
      description,
      additionalProperties: value.documented,
      ...limit,
      ...(members && { properties: inForm('documented', members) }),
    },
  };
}

/** Object with members, some of which are required. @param expected description of the object in the message of a refusal */
export function object<Name extends string>(
  description: string,
  required: readonly NoInfer<Name>[],
  members: Readonly<Record<Name, BodySchema>>,
  expected = AN_OBJECT,
): ObjectSchema<Name> {
  const keywords = (form: keyof BodySchema, words: string): Schema => ({
    type: 'object',
    description: words,
    required,
    properties: inForm(form, members),
  });
  return { members, checked: keywords('checked', expected), documented: keywords('documented', description) };
}

/** Array of `items`, which `plural` names in the message of a refusal. @param keywords type and bounds; only the type is checked */
export function arrayOf(items: BodySchema, plural: string, keywords: Schema, description?: string): BodySchema {
  const { type } = keywords;
  return {
    checked: { type, items: items.checked, description: `an array of ${plural}` },
    documented: { ...keywords, items: items.documented, ...(description !== undefined && { description }) },
  };
}

/** One form of the schemas of members. */
function inForm(form: keyof BodySchema, members: Members): Schema {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, schema[form]]));
}
