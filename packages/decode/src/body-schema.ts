import { Ajv, type ErrorObject } from 'ajv';
import { DecodeError } from './decode-error';
import type { Unchecked } from './json-body';
import { sentMember } from './member-path';

/**
 * Schema of a native body or of a part of it: types and structure only. Rules that depend on settings or need a parsed value are
 * checked where the value is read. Members that are not listed are ignored; null is absent.
 */
export interface BodySchema {
  readonly type: string | readonly string[];
  /** Completes the sentence "<path> must be …". */
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly [keyword: string]: unknown;
}

export const TIME = { type: ['string', 'null'], description: 'an ISO 8601 time' };
export const FREE_OBJECT = { type: ['object', 'null'], description: 'an object' };

/** `verbose` gives an error its schema, and so the description. */
const ajv = new Ajv({ verbose: true, allowUnionTypes: true });

/**
 * A check that a value, at a path of a body, has a shape. It throws a DecodeError `invalid`, naming the first member that is missing
 * or of the wrong type.
 */
export function checkOf(shape: BodySchema): (value: unknown, path?: string) => Unchecked {
  const hasShape = ajv.compile<Unchecked>(shape);
  return (value, path = '') => {
    if (hasShape(value)) return value;
    throw shapeError(hasShape.errors?.[0], shape, path);
  };
}

/** @param base path of what was checked, '' for the body */
function shapeError(error: ErrorObject | undefined, shape: BodySchema, base: string): DecodeError {
  const path = pathOf(error?.instancePath ?? '', shape, base);
  if (error?.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    return new DecodeError('invalid', `${path === '' ? '' : `${path}.`}${missingProperty} is required`);
  }
  if (error?.keyword === 'maxProperties') {
    const { limit } = error.params as { limit: number };
    return new DecodeError('invalid', `${path} must have at most ${limit} members`);
  }
  const expected = (error?.parentSchema as { description?: string } | undefined)?.description ?? 'as documented';
  return new DecodeError('invalid', `${path === '' ? 'the body' : path} must be ${expected}`);
}

/** `/observations/3/startTime` as `observations[3].startTime`, `/metrics/0/labels/a` as `metrics[0].labels["a"]`. */
function pathOf(pointer: string, shape: BodySchema, base: string): string {
  let path = base;
  let at: Partial<BodySchema> = shape;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isKnown = Object.hasOwn(at.properties ?? {}, name);
    if (isKnown) path += path === '' ? name : `.${name}`;
    else path += at.items === undefined ? sentMember(name) : `[${name}]`;
    at = (isKnown ? at.properties?.[name] : at.items) ?? {};
  }
  return path;
}
