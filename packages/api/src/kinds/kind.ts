import { badRequest } from '@sluice/http';
import { storable } from '@sluice/record';
import type { Schema } from '../document';

/** Query of a URL as `node:querystring` parses it. */
export type Query = Readonly<Record<string, unknown>>;

/**
 * Kind of a query parameter: the one reader of its values, which words their refusal, and the one schema, which the
 * OpenAPI document shows. `kinds.test.ts` draws values inside and outside of each schema and compares both.
 */
export interface Kind<Value> {
  readonly schema: Schema;
  /** Form of several values; absent: the parameter has one value. */
  readonly several?: 'repeated' | 'separated by commas';
  readonly isRequired?: boolean;
  /** @throws ApiError 400 with the name of the parameter and what is accepted */
  readonly read: (query: Query, name: string) => Value;
}

/** Longer values are cut in a message, in UTF-16 units. */
const LONGEST_SHOWN = 80;

/** 400 for a named parameter: what was expected, and what came (contract: HTTP in general). */
export function invalid(name: string, accepted: string, got: string): Error {
  return badRequest(`${name}: expected ${accepted}, got ${shown(got)}`);
}

function shown(text = ''): string {
  return JSON.stringify(text.slice(0, LONGEST_SHOWN));
}

/** Values of a parameter that are not empty, as they are stored: an empty value is an absent one. */
export function valuesOf(query: Query, name: string): readonly string[] {
  const value = query[name];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((item) => (typeof item === 'string' && item !== '' ? storable(item) : []));
}

/** Returns the one value of a parameter; undefined: absent. @throws ApiError 400 for different values, which are ambiguous */
export function scalar(query: Query, name: string): string | undefined {
  const [value, ...others] = valuesOf(query, name);
  const other = others.find((item) => item !== value);
  if (other !== undefined) throw badRequest(`${name}: expected one value, got ${shown(value)} and ${shown(other)}`);
  return value;
}

/** Kind of one value, which `parse` reads; `absent` without it. */
export function oneValue<Value, Absent>(
  schema: Schema,
  absent: Absent,
  parse: (text: string, name: string) => Value,
): Kind<Value | Absent> {
  return {
    schema,
    read: (query, name) => {
      const text = scalar(query, name);
      return text === undefined ? absent : parse(text, name);
    },
  };
}

/** The same kind for a parameter that must be given. @param what is required, as the refusal words it */
export function required<Value>({ read, ...kind }: Kind<Value | undefined>, what: string): Kind<Value> {
  return {
    ...kind,
    isRequired: true,
    read: (query, name) => {
      const value = read(query, name);
      if (value === undefined) throw badRequest(`${name}: required, ${what}`);
      return value;
    },
  };
}
