import { badRequest } from '@sluice/http';
import type { Schema } from '../document';
import { type Kind, type Query, invalid, scalar, valuesOf } from './kind';

const listSchema = (items: Schema): Pick<Kind<unknown>, 'schema' | 'several'> => ({
  schema: { type: 'array', items },
  several: 'repeated',
});

/**
 * Reads several values: the parameter repeated, with or without `[]` after its name, or one value separated by commas.
 * Repeated values are not split again, so that a value with a comma can be given.
 */
function readList(query: Query, name: string): readonly string[] {
  const values = [...valuesOf(query, name), ...valuesOf(query, `${name}[]`)];
  const parts = values.length === 1 ? values.flatMap((value) => value.split(',')) : values;
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** Texts, none twice. */
export const texts = (): Kind<readonly string[]> => ({ ...listSchema({ type: 'string' }), read: readList });

/** Ids in any form, none twice and at most some. */
export const ids = (most: number): Kind<readonly string[]> => ({
  ...listSchema({ type: 'string' }),
  read: (query, name) => {
    const values = readList(query, name);
    if (values.length > most) throw badRequest(`${name}: expected up to ${most} ids, got ${values.length}`);
    return values;
  },
});

/** Texts separated by commas, none twice. */
export const separatedTexts = (): Kind<ReadonlySet<string>> => ({
  schema: { type: 'array', items: { type: 'string' } },
  several: 'separated by commas',
  read: (query, name) => new Set((scalar(query, name) ?? '').split(',').filter((part) => part !== '')),
});

/** Words of a closed set, in its order; all of them where it is absent. */
export const words = <Word extends string>(known: readonly Word[]): Kind<readonly Word[]> => ({
  ...listSchema({ type: 'string', enum: known }),
  read: (query, name) => {
    const values = readList(query, name);
    const wrong = values.find((value) => !known.some((word) => word === value));
    if (wrong !== undefined) throw invalid(name, `any of ${known.join(', ')}`, wrong);
    return values.length === 0 ? known : known.filter((word) => values.includes(word));
  },
});

/** Names separated by commas, of which unknown ones are ignored; undefined without a known one. */
export const names = <Name extends string>(known: readonly Name[]): Kind<ReadonlySet<Name> | undefined> => ({
  schema: { type: 'array', items: { type: 'string' } },
  several: 'separated by commas',
  read: (query, name) => {
    const given = new Set((scalar(query, name) ?? '').split(',').map((each) => each.trim()));
    const requested = known.filter((each) => given.has(each));
    return requested.length === 0 ? undefined : new Set(requested);
  },
});
