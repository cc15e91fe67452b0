import { badRequest } from '@sluice/http';
import { type Kind, valuesOf } from './kind';
import { choice } from './scalars';

/*
 * Kinds of parameters of the Langfuse API that are not supported: ignoring one would answer wrongly. They are in no
 * document.
 */

/** Any value is refused. @param instead of it, as the refusal words it */
export const unsupported = (instead: string): Kind<undefined> => ({
  schema: { type: 'string', maxLength: 0 },
  read: (query, name) => {
    if (valuesOf(query, name).length > 0) throw badRequest(`${name}: not supported, ${instead}`);
    return undefined;
  },
});

const FLAG = choice(['true', 'false'], 'false');

/** A flag that must not be set. */
export const unsetFlag = (): Kind<'false'> => ({
  schema: { type: 'string', enum: ['false'], default: 'false' },
  read: (query, name) => {
    if (FLAG.read(query, name) === 'true') throw badRequest(`${name}: expected false, because it is not built`);
    return 'false';
  },
});
