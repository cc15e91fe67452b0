import type { Parameter, Schema } from '../document';
import type { Kind } from './kind';

/** Parameter of a query; its name is its key. */
export interface QueryParameter<Value = unknown> {
  readonly about: string;
  readonly kind: Kind<Value>;
  /** Examples of the value, or of one of several values. */
  readonly examples?: readonly string[];
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

/** Values of parameters by their names. */
export type QueryValues<Parameters extends QueryParameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends QueryParameter<infer Value> ? Value : never;
};

/** The parameter in the document. An empty value is an absent one: `allowEmptyValue`, where the schema would refuse it. */
export function documentedQuery(name: string, { about, kind, examples }: QueryParameter): Parameter {
  const { schema, several, isRequired = false } = kind;
  const form = `Repeat it, also as \`${name}[]\`, or give one value with commas: repeated values are not split again.`;
  const isOptional = !isRequired && several === undefined;
  return {
    name,
    in: 'query',
    description: several === 'repeated' ? `${about} ${form}` : about,
    ...(isRequired && { required: true }),
    ...(several !== undefined && { style: 'form', explode: several === 'repeated' }),
    ...(isOptional && !isAnyText(schema) && { allowEmptyValue: true }),
    schema: examples === undefined ? schema : withExamples(schema, examples),
  };
}

const isAnyText = ({ type, enum: words, pattern, contentSchema }: Schema): boolean =>
  type === 'string' && [words, pattern, contentSchema].every((keyword) => keyword === undefined);

function withExamples({ items, ...schema }: Schema, examples: readonly string[]): Schema {
  return items === undefined ? { ...schema, examples } : { ...schema, items: { ...(items as Schema), examples } };
}
