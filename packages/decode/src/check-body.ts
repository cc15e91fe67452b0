import { Ajv, type ErrorObject } from 'ajv';
import { DecodeError } from './decode-error';
import type { Unchecked } from './json-body';
import { sentMember } from './member-path';
import type { BodySchema } from './schemas/body-schema';

/** Keywords by which the path of an error is followed. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** `verbose` gives an error its schema, and so the description. */
const ajv = new Ajv({ verbose: true, allowUnionTypes: true });

/**
 * Returns a check that a value, at a path of a body, meets a schema. It throws a DecodeError `invalid`, naming the first member that is
 * missing or of the wrong type.
 */
export function checkOf({ checked }: BodySchema): (value: unknown, path?: string) => Unchecked {
  const isValid = ajv.compile<Unchecked>(checked);
  return (value, path = '') => {
    if (isValid(value)) return value;
    throw shapeError(isValid.errors?.[0], checked, path);
  };
}

/** @param base path of what was checked, '' for the body */
function shapeError(error: ErrorObject | undefined, shape: Shape, base: string): DecodeError {
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
function pathOf(pointer: string, shape: Shape, base: string): string {
  let path = base;
  let at = shape;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isKnown = Object.hasOwn(at.properties ?? {}, name);
    if (isKnown) path += path === '' ? name : `.${name}`;
    else path += at.items === undefined ? sentMember(name) : `[${name}]`;
    at = (isKnown ? at.properties?.[name] : at.items) ?? {};
  }
  return path;
}
